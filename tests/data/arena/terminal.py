"""Runs a command on a terminal of its own, which hangs up when standard input ends; ends when the command does."""

import os
import pty
import sys

process, terminal = pty.fork()
if process == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
sys.stdin.read()
os.close(terminal)
os.waitpid(process, 0)

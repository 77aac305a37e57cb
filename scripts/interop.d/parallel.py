#!/usr/bin/env python3
"""A tournament by GNU parallel, on this machine and over ssh, beside the same tournament by one process.

Usage: parallel.py TENGEN. The ssh server is one of its own, on a free loopback port, with keys made for it; it ends with
the checks.
"""

import contextlib
import getpass
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile

from shards import check, check_test, daemon, free_port, wait_for

SERVER = """
Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/host
AuthorizedKeysFile {folder}/user.pub
PidFile none
StrictModes no
PasswordAuthentication no
UsePAM no
"""
CLIENT = """
Host node1 node2
    HostName 127.0.0.1
    Port {port}
    User {user}
    IdentityFile {folder}/user
    IdentitiesOnly yes
    UserKnownHostsFile {folder}/known
    StrictHostKeyChecking accept-new
    BatchMode yes
"""


def answers(port):
    """Whether a process listens on a port."""
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


@contextlib.contextmanager
def hosts(folder):
    """An ssh server that two hosts' names lead to; yields what ssh needs to find them."""
    for key in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / key], check=True)
    values = {"folder": folder, "port": free_port(), "user": getpass.getuser()}
    (folder / "sshd_config").write_text(SERVER.format(**values))
    (folder / "ssh_config").write_text(CLIENT.format(**values))
    # Without root, the server lets its own user in; with it, it needs this folder.
    if os.geteuid() == 0:
        pathlib.Path("/run/sshd").mkdir(exist_ok=True)
    sshd = shutil.which("sshd", path=os.environ["PATH"] + ":/usr/sbin")
    with daemon([sshd, "-D", "-e", "-f", folder / "sshd_config"], folder / "sshd.log"):
        wait_for(lambda: answers(values["port"]), 20, "sshd")
        yield f"ssh -F {folder}/ssh_config"


def main():
    """The checks of scripts/shards with parallel, without hosts and with two."""
    exit_code = 0
    for client, names in (("parallel", []), ("parallel over ssh", ["node1", "node2"])):
        with tempfile.TemporaryDirectory(prefix="tengen-parallel-") as name:
            folder = pathlib.Path(name)
            with hosts(folder) if names else contextlib.nullcontext() as ssh:
                options = ["--hosts", ",".join(names), "--", "--ssh", ssh] if names else []
                verdicts = check(client, "parallel", sys.argv[1], folder, options)
                if not names:
                    check_test(verdicts, "parallel", sys.argv[1], folder, options, lambda: None)
                exit_code |= verdicts.exit_code()
    return exit_code


if __name__ == "__main__":
    sys.exit(main())

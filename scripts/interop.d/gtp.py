"""What the interoperation checks share: a GTP engine behind pipes, and verdict lines."""

import queue
import subprocess
import threading


class Verdicts:
    """Prints one line a check and remembers whether one failed."""

    def __init__(self, client):
        self.client = client
        self.failed = False

    def check(self, good, what, seen=""):
        """Prints the verdict on `what`; `seen` explains a failure."""
        self.failed |= not good
        note = f": {seen}" if seen and not good else ""
        print(f"{'ok  ' if good else 'FAIL'} {self.client}: {what}{note}", flush=True)
        return good

    def exit_code(self):
        """The exit code of a script whose checks are done."""
        return 1 if self.failed else 0


class Failure(Exception):
    """A command was answered with `?`, or with nothing that is a response."""


class Engine:
    """A GTP engine as a child process; its responses are read by a thread, so that none is waited for in vain."""

    def __init__(self, argv, patience=30):
        self.patience = patience
        self.process = subprocess.Popen(
            argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
        )
        self._lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        try:
            self.process.wait(self.patience)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def _read(self):
        for line in self.process.stdout:
            self._lines.put(line.decode())
        self._lines.put(None)

    def write(self, data):
        """Writes raw bytes."""
        self.process.stdin.write(data)

    def response(self):
        """The next response, without its empty line."""
        lines = []
        while True:
            try:
                line = self._lines.get(timeout=self.patience)
            except queue.Empty:
                raise Failure(f"silent for {self.patience} s after {lines}") from None
            if line is None:
                raise Failure(f"end of output after {lines}")
            if line == "\n":
                return "".join(lines).rstrip("\n")
            lines.append(line)

    def ask(self, command):
        """The text of a successful response; a failed one is raised."""
        self.write(f"{command}\n".encode())
        answer = self.response()
        if not answer.startswith("="):
            raise Failure(f"{command!r} -> {answer!r}")
        return answer[1:].strip()

    def accepts(self, command):
        """Whether the command succeeds."""
        try:
            self.ask(command)
        except Failure:
            return False
        return True

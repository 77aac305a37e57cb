"""A virtual screen, driven and looked at as a person would: Xvfb, xdotool and ImageMagick's `import`."""

import os
import subprocess
import time


class Desktop:
    """An X server of its own that ends with the `with` block; programs started on it end too."""

    WIDTH, HEIGHT = 800, 600

    def __init__(self, home):
        self.programs = []
        readable, writable = os.pipe()
        screen = f"{self.WIDTH}x{self.HEIGHT}x24"
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writable), "-screen", "0", screen, "-nolisten", "tcp"],
            pass_fds=[writable], stderr=subprocess.DEVNULL,
        )
        os.close(writable)
        with os.fdopen(readable) as display:
            self.env = {**os.environ, "HOME": str(home), "DISPLAY": f":{display.readline().strip()}"}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in [*self.programs, self.server]:
            process.terminate()
            process.wait()

    def start(self, argv):
        """Starts a program on this screen."""
        program = subprocess.Popen(argv, env=self.env, stderr=subprocess.DEVNULL)
        self.programs.append(program)
        return program

    def xdotool(self, *words):
        """What xdotool prints; nothing if it fails."""
        done = subprocess.run(["xdotool", *words], env=self.env, capture_output=True, text=True, check=False)
        return done.stdout.strip()

    def focus(self, title, patience=20):
        """Waits for a window with this title and gives it the keyboard; there is no window manager to do so."""
        found = wait_for(lambda: self.xdotool("search", "--onlyvisible", "--name", title), patience, f"a window {title!r}")
        self.xdotool("windowfocus", "--sync", found.split()[-1])
        time.sleep(0.3)

    def keys(self, *names):
        """Presses keys in the focused window."""
        for name in names:
            self.xdotool("key", name)
            time.sleep(0.3)

    def type(self, text):
        """Types text in the focused window."""
        self.xdotool("type", text)
        time.sleep(0.5)

    def click(self, x, y):
        """Clicks the left button at a place on the screen, at a person's pace: Quarry follows the pointer first."""
        self.xdotool("mousemove", str(x), str(y), "sleep", "0.1", "mousedown", "1", "sleep", "0.1", "mouseup", "1")

    def screenshot(self, path):
        """Saves the screen as a picture."""
        subprocess.run(["import", "-window", "root", str(path)], env=self.env, check=True)

    def pixels(self):
        """The screen as rows of colours, each 0xRRGGBB."""
        command = ["import", "-window", "root", "-depth", "8", "rgb:-"]
        raw = subprocess.run(command, env=self.env, capture_output=True, check=True).stdout
        colors = [int.from_bytes(raw[i : i + 3]) for i in range(0, len(raw), 3)]
        return [colors[row : row + self.WIDTH] for row in range(0, len(colors), self.WIDTH)]


def wait_for(condition, patience, what):
    """Polls until the condition holds and returns it; raises `TimeoutError` when that takes too long."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(0.1)
    raise TimeoutError(f"no {what} within {patience} s")

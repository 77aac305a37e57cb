"""A gomoku engine that plays free points over GTP in an order of its own, and misbehaves as its first word says: DEED@MOMENT,
or "well".

It shows the arena what engines do wrong. The moment is one of a game chosen by chance, or one that is named; see
MOMENTS and DEEDS. Words behind the first:
    log=FILE        every command received is appended to FILE
    commands=A,B    what list_commands lists beyond the least
    refuse=A,B      what is answered by an error: commands, or "." for any command with a point in a number
    think=SECONDS   time spent on every move
    burn=SECONDS    CPU time spent on every move
    ids=echo        ids are echoed; ids=wrong: others, from the first move on; ids=one: as 1, whatever they are;
                    ids=sticky: behind a blank, and again where there is none, as Edax does; ids=die: it ends by one;
                    ids=none, as by default: they are taken for commands
    linger=SECONDS  time spent on every move of the opponent, before it is taken
    score=N         what json-statistics says of every move (it must be among the commands)
"""

import os
import resource
import signal
import sys
import threading
import time

# Bound of a move's time in seconds, margin included; a late answer comes a tenth of a second after it.
LIMIT = float(os.environ.get("ENGINE_LIMIT", "1.0"))

LEAST = ["protocol_version", "name", "version", "list_commands", "boardsize", "clear_board", "play", "genmove", "quit"]

# A game on the smallest board lasts at least so many moves of one side after two stones of an opening.
SURE_MOVES = 3


def say(data):
    if isinstance(data, str):
        data = data.encode()
    while data:
        data = data[os.write(1, data):]


def forever(data, fd=1):
    while True:
        os.write(fd, data)


def sleep_forever():
    while True:
        time.sleep(3600)


def child(body):
    """A child process that does something and never comes back."""
    if os.fork() == 0:
        try:
            body()
        finally:
            os._exit(0)


def stubborn():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    sleep_forever()


def daemon():
    """The classic way out of a process group and a session, with the pipes kept open."""
    os.setsid()
    child(stubborn)


def close_pipes():
    for fd in (0, 1, 2):
        os.close(fd)


def quiet_daemon():
    close_pipes()
    daemon()


def runner():
    """Never the same process for long; not for ever, since nobody can end it but a guard, and a test may be killed with its guards."""
    os.setsid()
    for _ in range(10000):
        if os.fork() != 0:
            return
        time.sleep(0.01)


def family():
    for _ in range(5):
        child(lambda: child(stubborn) or stubborn())


def die():
    os._exit(3)


def kill_self(number):
    os.kill(os.getpid(), number)
    sleep_forever()


def kill_guard():
    """Its end may take longer than a game where the machine is busy: it is waited for."""
    guard = os.getppid()
    os.kill(guard, signal.SIGKILL)
    while os.getppid() == guard:
        time.sleep(0.001)


def grumble_and_hang():
    forever(b"grumble\n", 2)


def closed(*fds):
    for fd in fds:
        os.close(fd)
    sleep_forever()


# What ends a game. A deed gets the engine and may return the answer to the command instead of its doing.
DEEDS = {
    # It crashes.
    "exit": lambda engine: die(),
    "segv": lambda engine: kill_self(signal.SIGSEGV),
    "abort": lambda engine: os.abort(),
    "kill": lambda engine: kill_self(signal.SIGKILL),
    "group": lambda engine: os.killpg(0, signal.SIGKILL),
    "heirs": lambda engine: family() or die(),
    "heir-daemon": lambda engine: child(daemon) or die(),
    # Its guard does; the engine itself goes on.
    "kill-guard": lambda engine: family() or kill_guard(),
    # It hangs.
    "hang": lambda engine: sleep_forever(),
    "stop": lambda engine: kill_self(signal.SIGSTOP),
    "grumble": lambda engine: grumble_and_hang(),
    "half": lambda engine: say("= C") or sleep_forever(),
    "endless": lambda engine: say("= C3\n") or sleep_forever(),
    "stop-guard": lambda engine: os.kill(os.getppid(), signal.SIGSTOP) or sleep_forever(),
    # It is late.
    "late": lambda engine: time.sleep(LIMIT + 0.1),
    "tardy": lambda engine: time.sleep(LIMIT + 600),
    # It spams.
    "chatter": lambda engine: forever(b"what a nice day\n" * 100),
    "newlines": lambda engine: forever(b"\n" * 5000),
    "blob": lambda engine: forever(b"x" * 5000),
    "binary": lambda engine: forever(b"\x00\xff\xfe\x80" * 1000),
    "essay": lambda engine: say("= C3\n") or forever(b"y\n" * 3000),
    "responses": lambda engine: forever(b"= \n\n" * 1000),
    # It answers garbage.
    "bare": lambda engine: b"C3\n\n",
    "empty": lambda engine: b"=\n\n",
    "latin": lambda engine: b"= \xe9\xff\n\n",
    "prose": lambda engine: b"= I think C3\n\n",
    "lines": lambda engine: b"= C3\nD3\n\n",
    "long": lambda engine: b"= " + b"C" * 100000 + b"\n\n",
    "nul": lambda engine: b"= C3\x00\n\n",
    "twice": lambda engine: b"= " + engine.move() + b"\n\n= \n\n",
    # It refuses.
    "refuse": lambda engine: b"? not today\n\n",
    # It plays what the rules forbid.
    "occupied": lambda engine: b"= " + sorted(engine.taken)[0].encode() + b"\n\n",
    "off-board": lambda engine: b"= H8\n\n",
    "pass": lambda engine: b"= pass\n\n",
    # It closes its pipes.
    "deaf": lambda engine: os.close(0) or say(b"= " + engine.move() + b"\n\n") or sleep_forever(),
    "mute": lambda engine: closed(1),
    "both": lambda engine: closed(0, 1),
    "all": lambda engine: closed(0, 1, 2),
    # It does what an engine may do, and leaves much behind.
    "family": lambda engine: family(),
    "daemon": lambda engine: child(daemon),
    "quiet-daemon": lambda engine: child(quiet_daemon),
    "runner": lambda engine: child(runner),
    "orphans": lambda engine: [child(lambda: child(lambda: None)) for _ in range(20)] and None,
    "mutter": lambda engine: threading.Thread(target=forever, args=(b"mutter\n", 2), daemon=True).start(),
}

# What goes on from then on, and is done by a process once.
LASTING = ["family", "daemon", "quiet-daemon", "runner", "mutter"]

MOMENTS = {
    "genmove": "genmove",
    "play": "play",
    "opening": "play",
    "begin": "clear_board",
    "size": "boardsize",
    "idle": "genmove",
    "quit": "quit",
    "start": "list_commands",
}


class Engine:
    def __init__(self, words):
        self.deed, _, self.moment = words[0].partition("@")
        options = dict(word.split("=", 1) for word in words[1:])
        self.log = options.get("log")
        self.commands = LEAST + [name for name in options.get("commands", "").split(",") if name]
        self.refused = [word for word in options.get("refuse", "").split(",") if word]
        self.think = float(options.get("think", 0))
        self.burn = float(options.get("burn", 0))
        self.ids = options.get("ids", "none")
        self.linger = float(options.get("linger", 0))
        self.score = options.get("score")
        self.stuck = ""
        self.size = 5
        self.games = 0
        self.misbehaved = False
        self.clear()

    def clear(self):
        self.taken = set()
        self.calls = {}
        # When in this game: the first time, or by chance; what is done between two games, not before the first.
        by_chance = self.moment in ("genmove", "play")
        self.call = 1 + os.urandom(1)[0] % SURE_MOVES if by_chance else 1

    def points(self):
        """All points, each far from the one before: who plays them in this order gets no five in a row on 15x15."""
        places = [number * (4 * self.size + 1) % self.size**2 for number in range(self.size**2)]
        return ["ABCDEFGHJKLMNOPQRSTUVWXYZ"[place % self.size] + str(place // self.size + 1) for place in places]

    def move(self):
        """The next free point, put on the board."""
        point = next(point for point in self.points() if point not in self.taken)
        self.taken.add(point)
        return point.encode()

    def is_time(self, name):
        if MOMENTS.get(self.moment) != name:
            return False
        self.calls[name] = self.calls.get(name, 0) + 1
        return self.calls[name] == self.call and (self.moment not in ("begin", "size") or self.games > 0)

    def misbehave(self):
        if self.misbehaved and self.deed in LASTING:
            return None
        self.misbehaved = True
        deed = DEEDS[self.deed]
        if self.moment == "idle":
            delay = os.urandom(1)[0] / 2000
            threading.Timer(delay, deed, args=(self,)).start()
            return None
        return deed(self)

    def answer(self, name, args):
        if name == "protocol_version":
            return b"2"
        if name == "name":
            return b"engine.py"
        if name == "version":
            return b"1"
        if name == "list_commands":
            return "\n".join(self.commands).encode()
        if name == "boardsize":
            self.size = int(args[0])
        if name == "clear_board":
            self.games += 1
            self.clear()
        if name == "play":
            time.sleep(self.linger)
            self.taken.add(args[1].upper())
        if name == "genmove":
            time.sleep(self.think)
            end = time.process_time() + self.burn
            while time.process_time() < end:
                pass
            return self.move()
        if name == "json-statistics":
            return b'{"lines":[{"score":%s}]}' % self.score.encode()
        return b""

    def echo(self, number, name):
        """What stands behind the mark of the response to a command with this id."""
        if self.ids == "die" and number:
            die()
        if self.ids == "wrong" and name == "genmove":
            return number + "0"
        if self.ids == "one" and number:
            return "1"
        if self.ids == "sticky":
            self.stuck = number or self.stuck
            return " " + self.stuck if self.stuck else ""
        return number

    def serve(self):
        for line in sys.stdin:
            if self.log:
                with open(self.log, "a", encoding="utf-8") as file:
                    file.write(line)
            words = line.split()
            number = words.pop(0) if self.ids != "none" and words[0].isdigit() else ""
            name, *args = words
            number = self.echo(number, name)
            response = self.misbehave() if self.is_time(name) else None
            if any(word in (line if word == "." else [name]) for word in self.refused):
                response = b"? no\n\n"
            if response is None:
                response = b"=" + number.encode() + b" " + self.answer(name, args) + b"\n\n"
            say(response)
            if name == "quit":
                return


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    Engine(sys.argv[1:]).serve()

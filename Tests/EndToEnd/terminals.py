"""A pseudo terminal, at which a test sits as a person would."""

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import threading
import time

from processes import default_signals
from waiting import DEADLINE


class Typed:
    """A program whose terminal we are: what it writes is read all the time, and keys are typed into it."""

    def __init__(self, command, columns=300, **options):
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 25, columns, 0, 0))
        self.before = termios.tcgetattr(self.slave)
        # Without the runtime's backtrace, which takes its time.
        environment = {**os.environ, "TERM": "xterm", "SWIFT_BACKTRACE": "enable=no"}
        self.process = subprocess.Popen(
            [str(word) for word in command],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env=environment,
            # A session of its own with this terminal: ctrl-C typed here reaches it, and only it.
            preexec_fn=self._own_terminal,
            **options,
        )
        self.text = ""
        self.news = threading.Condition()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    @staticmethod
    def _own_terminal():
        os.setsid()
        # Whatever started the tests may have it ignored.
        default_signals()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def _read(self):
        while True:
            try:
                data = os.read(self.master, 4096)
            except OSError:
                return
            if not data:
                return
            with self.news:
                self.text += data.decode("utf-8", "replace")
                self.news.notify_all()

    @property
    def mode(self):
        return termios.tcgetattr(self.slave)

    @property
    def takes_keys(self):
        return not self.mode[3] & (termios.ICANON | termios.ECHO)

    def type(self, text):
        os.write(self.master, text.encode())

    def wait_for(self, pattern, start=0, deadline=DEADLINE):
        """Waits until `pattern` stands in what was written from `start` on."""
        end = time.monotonic() + deadline
        with self.news:
            while not (found := re.search(pattern, self.text[start:])):
                left = end - time.monotonic()
                assert left > 0, f"no {pattern!r} within {deadline:g} s in:\n{self.text[start:]!r}"
                self.news.wait(left)
        return found

    def answer(self, key, pattern):
        """Types a key and waits for its answer."""
        start = len(self.text)
        self.type(key)
        return self.wait_for(pattern, start)

    def wait(self, deadline=DEADLINE):
        return self.process.wait(deadline)

    def end(self):
        if self.process.poll() is None:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self.process.kill()
        self.process.wait(5)
        os.close(self.slave)
        self.reader.join(5)
        os.close(self.master)

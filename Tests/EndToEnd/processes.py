"""A process of a test: its output is read while it runs, and it never outlives the test."""

import os
import signal
import subprocess
import threading
import time

from waiting import DEADLINE


def default_signals():
    """Whatever started the tests, such as a shell without job control, may have these ignored."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


class Output:
    """What a program writes: its lines are kept with the time they came, and can be waited for."""

    def __init__(self, command):
        self.command = [str(word) for word in command]
        self.started = time.monotonic()
        # (out or err, time, line); None in place of a line is the end of that stream.
        self.lines = []
        self.news = threading.Condition()

    def keep(self, name, raw):
        """Takes a line, as bytes."""
        # A redrawn status line is many lines for us.
        for piece in raw.decode("utf-8", "replace").rstrip("\n").split("\r"):
            with self.news:
                self.lines.append((name, time.monotonic(), piece))
                self.news.notify_all()

    def close(self, name):
        with self.news:
            self.lines.append((name, time.monotonic(), None))
            self.news.notify_all()

    @property
    def out(self):
        return "\n".join(line for name, _, line in list(self.lines) if name == "out" and line is not None)

    @property
    def err(self):
        return "\n".join(line for name, _, line in list(self.lines) if name == "err" and line is not None)

    def wait_for(self, match, what, deadline=DEADLINE):
        """The first true `match(line)` over all lines so far and to come."""
        end = time.monotonic() + deadline
        seen = 0
        with self.news:
            while True:
                while seen < len(self.lines):
                    line = self.lines[seen][2]
                    seen += 1
                    found = match(line) if line is not None else None
                    if found:
                        return found
                ended = sum(1 for _, _, line in self.lines if line is None) == 2
                left = end - time.monotonic()
                if ended or left <= 0:
                    reason = "it ended" if ended else f"{deadline:g} s passed"
                    raise AssertionError(f"{reason} without {what}: {' '.join(self.command)}\n{self.tail()}")
                self.news.wait(left)

    def tail(self):
        return "\n".join(f"  {name}: {line}" for name, _, line in list(self.lines)[-20:] if line is not None)


class Running(Output):
    """A started program."""

    def __init__(self, command, env=None, cwd=None, stdin=None):
        super().__init__(command)
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE if stdin is not None else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=env,
            cwd=cwd,
            # A group of its own: a ctrl-C at the tests is not one at every program.
            start_new_session=True,
            preexec_fn=default_signals,
        )
        self.pid = self.process.pid
        self.readers = [
            threading.Thread(target=self._read, args=(name, pipe), daemon=True)
            for name, pipe in (("out", self.process.stdout), ("err", self.process.stderr))
        ]
        for reader in self.readers:
            reader.start()
        if stdin is not None:
            self.process.stdin.write(stdin)
            self.process.stdin.close()

    def _read(self, name, pipe):
        for raw in pipe:
            self.keep(name, raw)
        self.close(name)
        pipe.close()

    def wait(self, deadline=DEADLINE):
        """Waits for the end and for all output; the exit code, negative for a signal."""
        try:
            code = self.process.wait(deadline)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"still running after {deadline:g} s: {' '.join(self.command)}\n{self.tail()}") from None
        for reader in self.readers:
            reader.join(DEADLINE)
        return code

    def send(self, number):
        self.process.send_signal(number)

    def interrupt(self, deadline=DEADLINE):
        """A ctrl-C; returns the exit code and the seconds it took to end."""
        start = time.monotonic()
        self.send(signal.SIGINT)
        code = self.wait(deadline)
        return code, time.monotonic() - start

    def end(self):
        """Ends it in any case, and takes its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.terminate()
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.process.wait()
        try:
            # Whatever it started itself is in the same group.
            os.killpg(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        for reader in self.readers:
            reader.join(5)


def run(command, deadline=120.0, **options):
    """Runs a program to its end; fails on a bad exit code with what it said."""
    done = subprocess.run(
        [str(word) for word in command], stdin=subprocess.DEVNULL, capture_output=True, timeout=deadline, **options
    )
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stderr.decode('utf-8', 'replace')[-2000:]}"
    return done

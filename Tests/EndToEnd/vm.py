"""A virtual machine with the kernel's own camera and sound drivers, and programs that run in it.

Its root is the host's root (read-only, with a RAM disk above), so it runs what is built here. `/out` in it is a folder
of the host: what programs write there is judged on the host. QEMU translates every instruction (no hardware help), which
makes arithmetic 2 to 13 times slower than here, and vector arithmetic 80 times.
"""

import dataclasses
import itertools
import json
import os
import pathlib
import shlex
import signal
import subprocess
import threading
import time

from live import LiveEvents
from processes import Output
from waiting import DEADLINE

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTBED = ROOT / "Tests/Testbed"
PREPARED = ROOT / ".deps/testbed"
# How much longer than on a machine something may take on the clock of the wall. Times in a stream are exact.
SLOWER = 3
MEMORY = "1536"
START_DEADLINE = 120


class VMError(AssertionError):
    """The machine is gone or does not answer."""


def why_unavailable():
    """Why there can be no machine here, or None."""
    if (PREPARED / "stamp").exists():
        return None
    try:
        return (PREPARED / "unavailable").read_text().strip()
    except FileNotFoundError:
        return "it is not prepared: Scripts/setup test"


@dataclasses.dataclass
class Done:
    """A program that ended in the machine."""

    code: int
    out: str
    err: str
    seconds: float


class GuestProgram(Output):
    """A program that runs in the machine, used like one that runs here."""

    def __init__(self, vm, command, env=None, cwd="/out"):
        super().__init__(["sh", "-c", command] if isinstance(command, str) else command)
        self.vm = vm
        self.id = str(next(vm.numbers))
        self.code = None
        self.folder = vm.out / "jobs" / self.id
        self.folder.mkdir(parents=True)
        words = command if isinstance(command, str) else "exec " + shlex.join(str(word) for word in command)
        settings = "".join(f"export {name}={shlex.quote(str(value))}\n" for name, value in (env or {}).items())
        (self.folder / "script").write_text(f"{settings}cd {shlex.quote(str(cwd))}\n{words}\n")
        self.has_started = threading.Event()
        self.has_ended = threading.Event()
        vm.jobs[self.id] = self
        vm.ask("start", self.id)
        # What it started itself may still hold its output open: the end of the program ends the reading.
        self.readers = [threading.Thread(target=self._follow, args=(name,), daemon=True) for name in ("out", "err")]
        for reader in self.readers:
            reader.start()

    def _follow(self, name):
        rest = b""
        file = None
        while True:
            over = self.has_ended.is_set() or self.vm.dead
            if file is None and (self.folder / name).exists():
                file = open(self.folder / name, "rb")
            data = file.read() if file else b""
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self.keep(name, line)
            if over and not data:
                break
            if not data:
                self.has_ended.wait(0.02)
        if rest:
            self.keep(name, rest)
        if file:
            file.close()
        self.close(name)

    def wait(self, deadline=DEADLINE):
        """Waits for the end and for all output; the exit code as a shell says it."""
        if not self._ended_within(deadline):
            self.vm.check_alive()
            raise AssertionError(f"still running after {deadline:g} s: {' '.join(self.command)}\n{self.tail()}")
        for reader in self.readers:
            reader.join(DEADLINE)
        return self.code

    def _ended_within(self, seconds):
        end = time.monotonic() + seconds
        while not self.has_ended.wait(0.1):
            self.vm.check_running()
            if time.monotonic() > end:
                return False
        return True

    @property
    def is_running(self):
        return not self.has_ended.is_set()

    def send(self, number):
        assert self.has_started.wait(DEADLINE), "the agent does not answer"
        self.vm.ask("signal", self.id, signal.Signals(number).name.removeprefix("SIG"))

    def interrupt(self, deadline=DEADLINE):
        """A ctrl-C; returns the exit code and the seconds it took to end."""
        start = time.monotonic()
        self.send(signal.SIGINT)
        code = self.wait(deadline)
        return code, time.monotonic() - start

    def end(self):
        """Ends it and all it started, in any case."""
        if self.vm.dead:
            return
        if self.is_running:
            self.send(signal.SIGTERM)
            self._ended_within(5)
        self.vm.ask("end", self.id)
        if not self._ended_within(DEADLINE):
            self.vm.check_alive()


class GuestLive(LiveEvents, GuestProgram):
    """A running `onair live --json` in the machine."""

    def __init__(self, vm, binary, *arguments, **options):
        super().__init__(vm, [binary, "live", "--json", *arguments], **options)


class GuestCamera(GuestProgram):
    """The USB camera in a port of the machine, with what the drivers made of it."""

    def __init__(self, vm, port, *options):
        super().__init__(vm, ["usbcam", "plug", "--port", port, *options])
        self.port = port
        self.wait_for(lambda line: line == "attached", "the camera is on the bus")
        # udev does not run here: what the kernel shows is all there is.
        device = f"/sys/bus/usb/devices/1-{port + 1}:1"
        sound = "" if "--no-microphone" in options else f"{device}.2/sound/card*"
        found = vm.run(
            f"""for attempt in $(seq 300); do
              for node in {device}.0/video4linux/*; do
                sound=({sound or "none"})
                # The second node of a camera gives metadata only.
                if [[ -e $node/index && $(<$node/index) == 0 && ( ${{sound[0]}} == none || -e ${{sound[0]}} ) ]]; then
                  echo /dev/${{node##*/}} ${{sound[0]##*/card}}
                  exit
                fi
              done
              sleep 0.1
            done
            exit 1""")
        self.node, self.card = found.out.split()

    @property
    def sound(self):
        """Its microphone's name for ALSA."""
        return f"hw:{self.card},0"

    def tell(self, *words):
        return self.vm.run(["usbcam", "tell", self.port, *words]).out

    def report(self):
        """Its controls and counters as they are in the device."""
        return {name: int(value) for name, value in (line.split("=") for line in self.tell("report").splitlines())}

    def unplug(self):
        self.tell("unplug")
        self.wait()


class VM:
    """The machine. Every wait for it has an end, and it ends with whoever started it."""

    testbed = TESTBED

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.out = self.folder / "out"
        self.out.mkdir(parents=True)
        # Other users in the machine write here too.
        self.out.chmod(0o777)
        self.console_log = self.folder / "console.log"
        self.numbers = itertools.count(1)
        self.jobs = {}
        self.pongs = set()
        self.running = []
        self.news = threading.Condition()
        self.is_ready = False
        self.dead = None
        self.writing = threading.Lock()

    def start(self):
        subprocess.run([TESTBED / "usbcam/build"], check=True)
        # The program that is tested and the USB camera are commands in the machine.
        onair = pathlib.Path(os.environ.get("ONAIR_BINARY", ROOT / ".build/release/onair"))
        places = f"{onair.parent}:{PREPARED / 'bin'}"
        (self.out / "start").write_text(
            f"export PATH={shlex.quote(places)}:$PATH\n"
            f"exec {shlex.quote(str(TESTBED / 'guest-start'))} {shlex.quote(str(PREPARED / 'modules'))}\n")
        share = "local,security_model=none,multidevs=remap"
        command = [
            # Never `-accel kvm`: where a machine is virtual itself it may be there and not work.
            "setpriv", "--pdeathsig", "KILL", "qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2",
            "-m", MEMORY, "-display", "none", "-monitor", "none", "-no-reboot", "-net", "none",
            "-kernel", PREPARED / "vmlinux", "-initrd", PREPARED / "initrd.img",
            "-append", "console=ttyS0 quiet loglevel=4 panic=-1 mitigations=off",
            "-virtfs", f"{share},path=/,mount_tag=hostroot,readonly=on",
            "-virtfs", f"{share},path={str(self.out).replace(',', ',,')},mount_tag=out",
            "-serial", f"file:{self.console_log}",
            "-chardev", "stdio,id=agent,signal=off", "-serial", "chardev:agent",
        ]  # fmt: skip
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=open(self.folder / "qemu.log", "wb"), start_new_session=True)
        threading.Thread(target=self._listen, daemon=True).start()
        with self.news:
            self.news.wait_for(lambda: self.is_ready or self.dead, START_DEADLINE)
        if not self.is_ready:
            self.kill(f"it did not start within {START_DEADLINE} s")
            raise VMError(self.dead)
        self.boot_seconds = time.monotonic() - self.started
        return self

    def _listen(self):
        for raw in self.process.stdout:
            verb, *words = raw.decode("ascii", "replace").split() or [""]
            with self.news:
                if verb == "ready":
                    self.is_ready = True
                elif verb == "pong" and words:
                    self.pongs.add(words[0])
                elif verb == "started" and words and words[0] in self.jobs:
                    self.jobs[words[0]].has_started.set()
                elif verb == "ended" and len(words) == 2 and words[0] in self.jobs:
                    job = self.jobs[words[0]]
                    job.code = int(words[1])
                    job.seconds = time.monotonic() - job.started
                    job.has_started.set()
                    job.has_ended.set()
                self.news.notify_all()
        self._died("it ended by itself")

    def _died(self, reason):
        with self.news:
            if not self.dead:
                self.dead = f"The virtual machine is gone: {reason}.\n{self.console_tail()}"
            self.news.notify_all()

    def console_tail(self, lines=80):
        """The end of what the kernel said."""
        try:
            text = self.console_log.read_text(errors="replace") + (self.folder / "qemu.log").read_text(errors="replace")
        except FileNotFoundError:
            text = ""
        return "\n".join("  console: " + line for line in text.splitlines()[-lines:])

    def ask(self, *words):
        self.check_running()
        with self.writing:
            self.process.stdin.write((" ".join(words) + "\n").encode())
            self.process.stdin.flush()

    def check_running(self):
        if self.dead:
            raise VMError(self.dead)

    def check_alive(self, deadline=30):
        """Fails, for all tests to come, where the machine does not answer any more."""
        word = f"w{next(self.numbers)}"
        self.ask("ping", word)
        with self.news:
            self.news.wait_for(lambda: word in self.pongs or self.dead, deadline)
        if word not in self.pongs:
            self.kill(f"it did not answer for {deadline} s")
            raise VMError(self.dead)

    def run(self, command, deadline=60, check=True, **options):
        """Runs a program (a list of words, or a text for bash) to its end."""
        job = GuestProgram(self, command, **options)
        try:
            code = job.wait(deadline)
        finally:
            job.end()
        done = Done(code, job.out, job.err, time.monotonic() - job.started)
        assert not check or code == 0, f"{' '.join(job.command)} ended with {code}:\n{job.tail()}\n{self.console_tail(5)}"
        return done

    def begin(self, command, **options):
        """Starts a program; `tidy` ends it at the latest."""
        return self._keep(GuestProgram(self, command, **options))

    def live(self, *arguments, **options):
        """Starts `onair live --json`; `tidy` ends it at the latest."""
        return self._keep(GuestLive(self, "onair", *arguments, **options))

    def plug(self, *options, port=0):
        """Plugs the USB camera in and waits until its drivers have it."""
        return self._keep(GuestCamera(self, port, *options))

    def onair(self, *arguments, **options):
        return self.run(["onair", *arguments], **options)

    def devices(self):
        """The document of `onair devices`."""
        return json.loads(self.onair("devices", "--json").out)

    def _keep(self, program):
        self.running.append(program)
        return program

    def tidy(self):
        """Ends what `begin`, `live` and `plug` started, the newest first."""
        while self.running:
            self.running.pop().end()

    def host(self, path):
        """Where a file in the machine's /out is on the host."""
        return self.out / pathlib.PurePosixPath(path).relative_to("/out")

    def kill(self, reason):
        self._died(reason)
        self.process.kill()
        self.process.wait()

    def end(self):
        """Switches it off."""
        if self.process.poll() is None and not self.dead:
            try:
                self.ask("off")
                self.process.wait(10)
            except (OSError, VMError, subprocess.TimeoutExpired):
                pass
        self.kill("it was switched off")

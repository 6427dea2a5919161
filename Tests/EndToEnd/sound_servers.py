"""Private sound servers without hardware: PulseAudio, and PipeWire with its Pulse server.

Each lives in a folder of its own and touches nothing of the user's. Their sources give tones whose pitch and level are
known, so that what was recorded can be told from what was played.
"""

import os
import pathlib
import signal
import subprocess
import tempfile

from processes import Running, run
from waiting import DEADLINE, wait_until


class SoundServer:
    """What both have in common: a folder, an environment, and a Pulse socket that is asked by `pactl`."""

    # The name of a source that gives a mono tone of `TONE` Hz.
    MICROPHONE = "microphone"
    # What the microphone hears, in Hz: the one in its left or only channel, and the one in its right.
    TONES = (440, 660)
    LEVEL = 0.5

    def __init__(self):
        # Not in the checkout: a socket's path holds at most 107 bytes.
        self.place = tempfile.TemporaryDirectory(prefix="onair-sound-")
        self.folder = pathlib.Path(self.place.name)
        for name in ("pulse", "cfg", "state"):
            (self.folder / name).mkdir(mode=0o700)
        self.socket = self.folder / "pulse/native"
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("PULSE_", "PIPEWIRE_"))},
            "XDG_RUNTIME_DIR": str(self.folder),
            "XDG_CONFIG_HOME": str(self.folder / "cfg"),
            "XDG_STATE_HOME": str(self.folder / "state"),
            "HOME": str(self.folder),
            "PULSE_RUNTIME_PATH": str(self.folder / "pulse"),
            "PULSE_STATE_PATH": str(self.folder / "state"),
            "PULSE_SERVER": f"unix:{self.socket}",
        }
        self.environment.pop("DISPLAY", None)
        self.running = []
        self.modules = {}

    def start(self, *command):
        process = Running(command, env=self.environment)
        self.running.append(process)
        return process

    def pactl(self, *arguments, deadline=DEADLINE):
        """What `pactl` prints; fails where it does."""
        done = subprocess.run(
            ["pactl", *map(str, arguments)], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
            timeout=deadline, text=True,
        )
        assert done.returncode == 0, f"pactl {arguments}: {done.stderr}"
        return done.stdout

    def answers(self):
        try:
            self.pactl("info", deadline=5)
        except (AssertionError, subprocess.TimeoutExpired):
            return False
        return True

    def wait_until_ready(self):
        wait_until(self.answers, f"{type(self).__name__} answers\n" + "\n".join(p.tail() for p in self.running))

    def sources(self):
        return [line.split("\t")[1] for line in self.pactl("list", "short", "sources").splitlines()]

    def load(self, module, *arguments):
        """Loads a module and returns its number."""
        return int(self.pactl("load-module", module, *arguments))

    def unload(self, number):
        self.pactl("unload-module", number)

    def tone(self, rate, channels, kind="raw"):
        """A file with five minutes of the tones."""
        file = self.folder / f"tone-{rate}-{channels}.{kind}"
        if not file.exists():
            synth = [word for tone in self.TONES[:channels] for word in ("sine", tone)]
            form = ["-b", "16", "-e", "signed", "-c", channels, "-r", rate]
            run(["sox", "-n", *form, file, "synth", 300, *synth, "vol", self.LEVEL])
        return file

    def freeze(self):
        """Nobody answers any more, and no connection ends."""
        for process in self.running:
            process.send(signal.SIGSTOP)

    def thaw(self):
        for process in self.running:
            process.send(signal.SIGCONT)

    def kill(self):
        """Ends the server as a crash would."""
        for process in reversed(self.running):
            process.send(signal.SIGKILL)
            process.process.wait(DEADLINE)
        self.end_processes()

    def end_processes(self):
        for process in reversed(self.running):
            process.end()
        self.running = []

    def end(self):
        self.end_processes()
        self.place.cleanup()


class PulseAudio(SoundServer):
    """PulseAudio 16, all modules named here and none found by itself.

    A player feeds the tone to a null sink, and the microphone is what that plays. `module-sine-source` would not do: it
    is a second ahead of the clock at its start, then gives nothing for two. A pipe source has no clock at all. And a
    null sink must not rewind: it would sleep for two seconds before it hears of the first listener.
    """

    def __init__(self, is_open=True):
        """`is_open`: whether it lets everybody in, or only its own user and who has the cookie."""
        super().__init__()
        self.is_open = is_open

    def begin(self):
        self.start(
            "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes",
            "-L", f"module-native-protocol-unix auth-anonymous={int(self.is_open)} socket={self.socket}",
            "-L", "module-null-sink sink_name=speakers rate=48000 channels=2 norewinds=1",
        )  # fmt: skip
        self.wait_until_ready()
        self.plug_in()
        return self

    def plug_in(self, rate=48000, channels=1):
        places = "mono" if channels == 1 else "front-left,front-right"
        self.cable = self.load(
            "module-null-sink", "sink_name=cable", f"rate={rate}", f"channels={channels}", f"channel_map={places}",
            "norewinds=1")
        self.player = self.start(
            "paplay", "-d", "cable", "--latency-msec=50", "--raw", "--format=s16le", f"--rate={rate}",
            f"--channels={channels}", self.tone(rate, channels))
        self.microphone = self.load(
            "module-remap-source", f"source_name={self.MICROPHONE}", "master=cable.monitor", f"channels={channels}",
            f"channel_map={places}", f"master_channel_map={places}", "remix=no")

    def unplug(self):
        self.unload(self.microphone)
        self.unload(self.cable)
        self.running.remove(self.player)
        self.player.end()


class PipeWire(SoundServer):
    """PipeWire with WirePlumber and its Pulse server. A player feeds the tone to a virtual microphone."""

    def __init__(self):
        super().__init__()
        self.environment["PIPEWIRE_RUNTIME_DIR"] = str(self.folder)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={self.folder}/bus"

    def begin(self):
        for name in ("bus", "pipewire-0", "pipewire-0.lock", "pulse/native"):
            (self.folder / name).unlink(missing_ok=True)
        self.start("dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address=unix:path={self.folder}/bus")
        wait_until((self.folder / "bus").exists, "the message bus is there")
        self.start("pipewire")
        wait_until((self.folder / "pipewire-0").exists, "PipeWire is there")
        self.start("wireplumber")
        self.start("pipewire-pulse")
        self.wait_until_ready()
        self.load("module-null-sink", "sink_name=speakers", "rate=48000", "channels=2")
        self.plug_in()
        return self

    def plug_in(self, rate=48000, channels=1):
        self.microphone = self.load(
            "module-null-sink", "media.class=Audio/Source/Virtual", f"sink_name={self.MICROPHONE}", f"rate={rate}",
            "channel_map=mono" if channels == 1 else "channel_map=front-left,front-right", f"channels={channels}")
        self.play(channels)

    def play(self, channels=1):
        self.player = self.start("pw-play", "--target", "0", self.tone(48000, channels, "wav"))
        for source, target in [("MONO", "MONO")] if channels == 1 else [("FL", "FL"), ("FR", "FR")]:
            self.link(f"pw-play:output_{source}", f"{self.MICROPHONE}:input_{target}")

    def thaw(self):
        """A player that was held up may never be given its turn again: everybody who records hears silence then, though
        it is linked and runs. So another one plays, and what is heard is the microphone.
        """
        super().thaw()
        self.running.remove(self.player)
        self.player.end()
        self.play()

    def link(self, source, target):
        def linked():
            done = subprocess.run(
                ["pw-link", source, target], env=self.environment, capture_output=True, timeout=DEADLINE, text=True)
            return done.returncode == 0 or "File exists" in done.stderr

        wait_until(linked, f"{source} is linked to {target}")

    def unplug(self):
        self.unload(self.microphone)
        self.running.remove(self.player)
        self.player.end()


SERVERS = {"pulseaudio": PulseAudio, "pipewire": PipeWire}


def start_server(name):
    server = SERVERS[name]()
    try:
        return server.begin()
    except BaseException:
        server.end()
        raise

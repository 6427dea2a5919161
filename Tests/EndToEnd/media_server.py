"""nginx with its RTMP module, on loopback, in a folder of its own."""

import pathlib
import re
import signal
import socket

from processes import Running
from waiting import free_port, wait_until

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "Scripts"


class MediaServer:
    """Records everything it receives and offers it as RTMP and HLS."""

    def __init__(self, folder, record="all", port=None, host="127.0.0.1", prefix=()):
        """`prefix` is the command that runs it somewhere else, where `host` is its address."""
        self.record, self.host, self.prefix = record, host, prefix
        self.folder = pathlib.Path(folder)
        for name in ("recordings", "hls", "temp"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        for attempt in range(10):
            if self._start(port or free_port(), free_port()):
                return
        raise AssertionError(f"nginx does not start: {self._read('error.log')[-500:]}")

    def _start(self, rtmp_port, http_port):
        self.rtmp_port, self.http_port = rtmp_port, http_port
        text = (SCRIPTS / "nginx.conf.in").read_text()
        for word, value in {
            "FOLDER": self.folder,
            "RTMP_PORT": self.rtmp_port,
            "HTTP_PORT": self.http_port,
            "RECORD": self.record,
        }.items():
            text = text.replace(f"@{word}@", str(value))
        text = text.replace("listen 127.0.0.1:", f"listen {self.host}:")
        (self.folder / "nginx.conf").write_text(text)
        (self.folder / "nginx.pid").unlink(missing_ok=True)
        self.process = Running(
            [*self.prefix, "/usr/sbin/nginx", "-e", self.folder / "error.log", "-p", self.folder, "-c", self.folder / "nginx.conf"]
        )
        # The pid is written once both ports are open; or somebody was faster and it ends.
        wait_until(
            lambda: self._read("nginx.pid").strip() or self.process.process.poll() is not None, "nginx has its ports"
        )
        return self.process.process.poll() is None

    def _read(self, name):
        try:
            return (self.folder / name).read_text(errors="replace")
        except FileNotFoundError:
            return ""

    def url(self, name, app="live"):
        return f"rtmp://{self.host}:{self.rtmp_port}/{app}/{name}"

    def app_url(self, app="live"):
        return f"rtmp://{self.host}:{self.rtmp_port}/{app}"

    def hls_url(self, name):
        return f"http://127.0.0.1:{self.http_port}/hls/{name}.m3u8"

    def recording(self, name):
        """The file of a stream that has ended: complete once the server has logged the end of its session."""
        wait_until(lambda: re.search(rf'PUBLISH "live" "{re.escape(name)}"', self._read("rtmp.log")), f"{name} has ended")
        return self.folder / "recordings" / f"{name}.flv"

    def wait_for_hls(self, name, segments=2):
        """Waits until the playlist of `name` holds some segments."""
        playlist = self.folder / "hls" / f"{name}.m3u8"
        wait_until(
            lambda: playlist.exists() and playlist.read_text().count("#EXTINF") >= segments,
            f"{name} has {segments} HLS segments",
            deadline=40,
        )

    def freeze(self):
        """Stops reading and writing without closing anything: a dead network."""
        self.process.send(signal.SIGSTOP)

    def kill(self):
        """Gone at once, as in a power cut."""
        self.process.send(signal.SIGKILL)
        self.process.wait()

    def restart(self):
        """Back at the same address after `kill`. What it has recorded of `name` is kept as `name-1.flv`, and so on."""
        for file in (self.folder / "recordings").glob("*.flv"):
            if not re.search(r"-\d+\.flv$", file.name):
                number = len(list(file.parent.glob(f"{file.stem}-*.flv"))) + 1
                file.rename(file.with_name(f"{file.stem}-{number}.flv"))
        assert self._start(self.rtmp_port, self.http_port), self._read("error.log")[-500:]

    def end(self):
        self.process.end()


class SilentServer:
    """Takes a connection and never says a word."""

    def __init__(self):
        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.socket.listen(8)
        self.port = self.socket.getsockname()[1]

    def url(self, name="x"):
        return f"rtmp://127.0.0.1:{self.port}/live/{name}"

    def accept(self, deadline=20):
        """Waits for a guest and keeps it waiting."""
        self.socket.settimeout(deadline)
        self.guest, _ = self.socket.accept()

    def end(self):
        self.socket.close()

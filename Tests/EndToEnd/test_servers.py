"""Servers that are not nginx take the stream too."""

import pathlib
import sys

from media import decode_clean, tracks
from processes import run
from waiting import free_port, is_listening, wait_until

HERE = pathlib.Path(__file__).resolve().parent
SMALL = ("--size", "640x360", "--fps", "30", "--duration", "5")


def test_ffmpeg_listening(live, start, folder):
    port = free_port()
    address = f"rtmp://127.0.0.1:{port}/live/show"
    listener = start(["ffmpeg", "-v", "error", "-listen", "1", "-i", address, "-c", "copy", folder / "out.flv"])
    wait_until(lambda: is_listening(port), "ffmpeg listens")
    live("--to", address, *SMALL).finish(deadline=40)
    assert listener.wait() == 0, listener.tail()
    video, audio = tracks(folder / "out.flv")
    assert len(video.packets) > 120 and len(audio.packets) > 150
    decode_clean(folder / "out.flv")


def test_pyrtmp(live, start, folder):
    port = free_port()
    server = start([sys.executable, HERE / "pyrtmp_server.py", port, folder / "out.flv"])
    server.wait_for(lambda line: "ready" in line, "pyrtmp is ready")
    live("--to", f"rtmp://127.0.0.1:{port}/live/show", *SMALL).finish(deadline=40)
    server.wait_for(lambda line: "closed" in line, "pyrtmp has seen the end")
    assert "Traceback" not in server.err, server.tail()
    video, audio = tracks(folder / "out.flv")
    assert len(video.packets) > 120 and len(audio.packets) > 150
    # pyrtmp 0.3.1 gives a chunk of type 3 the time of the chunk before it, without the delta: the times are its own.
    run(["ffmpeg", "-v", "error", "-xerror", "-i", folder / "out.flv", "-f", "null", "-"])

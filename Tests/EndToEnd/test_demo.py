"""`./run`, as a new user meets it."""

import pathlib
import re
import signal
import urllib.request

from media import pull, tracks
from waiting import wait_until


def in_folders_of(root):
    """Processes that work in the demo's folders."""
    found = []
    for place in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if str(root / ".onair/run").encode() in place.read_bytes():
                found.append(place.parent.name)
        except OSError:
            continue
    return found


def addresses(process):
    process.wait_for(lambda line: "ctrl-C" in line, "it is on air", deadline=300)
    rtmp = re.search(r"rtmp://127\.0\.0\.1:\d+/live/demo", process.err).group()
    hls = re.search(r"http://127\.0\.0\.1:\d+/hls/demo\.m3u8", process.err).group()
    return rtmp, hls


def test_ends_by_itself_from_any_folder_and_leaves_nothing(start, root, folder):
    before = set(in_folders_of(root))
    process = start([root / "run", "--seconds", "6"], cwd=folder)
    rtmp, _ = addresses(process)
    video, audio = tracks(pull(rtmp, 2, folder / "pulled.flv"))
    assert video.packets and audio.packets
    assert process.wait(60) == 0, process.tail()
    assert set(in_folders_of(root)) <= before
    assert list(folder.iterdir()) == [folder / "pulled.flv"]


def test_shows_itself_in_the_browser_and_ctrl_c_ends_everything(start, root):
    process = start([root / "run"])
    _, hls = addresses(process)
    page = urllib.request.urlopen(hls.split("/hls/")[0] + "/", timeout=10).read().decode()
    assert "<video" in page and "hls/demo.m3u8" in page

    def playlist():
        try:
            return "#EXTINF" in urllib.request.urlopen(hls, timeout=10).read().decode()
        except OSError:
            return False

    wait_until(playlist, "there is a playlist", deadline=40)
    mine = in_folders_of(root)
    assert mine
    code, seconds = process.interrupt()
    assert code == 0 and seconds < 5, (code, seconds, process.tail())
    assert not set(mine) & set(in_folders_of(root))


def test_two_at_once(start, root):
    one, two = start([root / "run", "--seconds", "5"]), start([root / "run", "--seconds", "5"])
    assert addresses(one) != addresses(two)
    assert (one.wait(60), two.wait(60)) == (0, 0), one.tail() + two.tail()


def test_sigterm_ends_it_cleanly(start, root):
    process = start([root / "run"])
    addresses(process)
    process.wait_for(lambda line: line.endswith(": live"), "it is live")
    process.send(signal.SIGTERM)
    assert process.wait(10) == 0, process.tail()


def test_the_exit_code_is_that_of_the_broadcast(start, root):
    process = start([root / "run", "--size", "17x3"])
    assert process.wait(300) == 64, process.tail()
    assert "--size" in process.err

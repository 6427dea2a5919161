"""`onair-window` on a desktop that nobody sees: what it shows, and what keys and the mouse do."""

import os
import pathlib
import re
import signal

import numpy as np
import pytest

import burnt_in
from desktop import Window
from media import decode_clean
from processes import Running, run
from waiting import wait_until

SMALL = ["--size", "640x360", "--fps", "20", "--camera", "simulated:back", "--mic", "simulated"]
# A surface with bars above and below a picture of 640x360.
SURFACE = (640, 500)
BAR = 70


@pytest.fixture(scope="session")
def binary(root):
    """The release build of the window; ONAIR_WINDOW_BINARY names another."""
    binary = pathlib.Path(os.environ.get("ONAIR_WINDOW_BINARY", root / ".build/release/onair-window"))
    assert binary.exists(), f"{binary} is not built: `./test e2e` does it"
    return binary


@pytest.fixture
def window(binary, desktop, folder):
    """Opens a window of 640x500 and waits for its first picture; it ends with the test at the latest."""
    running = []

    def begin(*arguments):
        window = Window(binary, desktop, *SMALL, *arguments, cwd=folder)
        running.append(window)
        window.place(*SURFACE)
        wait_until(lambda: reading(window) is not None, "a picture with its number in the window")
        return window

    yield begin
    for window in reversed(running):
        window.end()


def picture(window):
    """The part of the window where the picture of a landscape program lies."""
    return window.screenshot()[BAR : BAR + 360]


def reading(window, mirrored=False):
    """What the picture in the window says about itself; None where there is none."""
    luma = picture(window) @ np.array([0.299, 0.587, 0.114])
    # Nothing at all would be number 0 with a right checksum.
    return burnt_in.read_frame(luma[:, ::-1] if mirrored else luma) if luma.max() > 100 else None


def numbers(text):
    return [float(word) for word in re.findall(r"\d\.\d+", text)]


def test_it_shows_what_is_recorded_pixel_for_pixel_with_black_bars_and_a_mark(window, folder):
    shown = window("--record", "take.flv", "--bitrate", "4000", "--adapt", "off")
    assert shown.title == "preview · Simulated Back Camera · OnAir"
    shown.key("r", "recording to take.flv")
    shown.wait_for_title("REC 00:00:01 · take.flv")
    whole = shown.screenshot().astype(int)
    shot = whole[BAR : BAR + 360]
    number = burnt_in.read_frame(shot @ np.array([0.299, 0.587, 0.114]))
    assert number is not None
    # The mark of a recording, white about red, lies in the bar; the rest of the bars is black.
    assert tuple(whole[25, 640 - 25]) > (200, 0, 0) and whole[25, 640 - 25, 1:].max() < 60
    assert whole[:BAR, :560].max() == 0 and whole[BAR + 360 :].max() == 0
    shown.key("r", "recorded: take.flv")
    shown.close_by_its_button()
    shown.finish()

    decode_clean(folder / "take.flv")
    # Rounded to the nearest, which swscale by itself does not do.
    raw = run(["ffmpeg", "-v", "error", "-i", folder / "take.flv", "-fps_mode", "passthrough",
               "-vf", "scale=flags=accurate_rnd+full_chroma_int+bilinear", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]).stdout
    frames = np.frombuffer(raw, np.uint8).reshape(-1, 360, 640, 3).astype(int)
    readings = [burnt_in.read_frame(frame @ np.array([0.299, 0.587, 0.114])) for frame in frames]
    same = [frame for frame, read in zip(frames, readings) if read and read.frame == number.frame]
    assert same, f"{number} is not among {readings[:3]} … {readings[-3:]}"
    difference = shot - same[0]
    # What the encoder lost, and no shift of colour.
    assert np.abs(difference).mean() < 4
    assert np.abs(difference.mean(axis=(0, 1))).max() < 1.5
    # A picture that lay one pixel off would differ far more than this one.
    off = shot[:, 1:] - same[0][:, :-1]
    assert np.abs(difference).mean() < 0.8 * np.abs(off).mean()


def test_a_click_focuses_at_its_point_of_the_sensor_however_the_picture_is_turned(window, desktop):
    shown = window()
    at = shown.click(160, BAR + 90, "focus and exposure at")
    assert numbers(at) == pytest.approx([0.25, 0.25], abs=0.003)
    # The cursor: yellow lines about the point.
    shot = shown.screenshot().astype(int)
    yellow = (shot[..., 0] > 200) & (shot[..., 1] > 160) & (shot[..., 2] < 90)
    rows, columns = np.nonzero(yellow[BAR + 40 : BAR + 140, 110:210])
    assert len(rows) > 100
    assert (columns.min() + columns.max()) / 2 + 110 == pytest.approx(160, abs=2)
    assert (rows.min() + rows.max()) / 2 + BAR + 40 == pytest.approx(BAR + 90, abs=2)
    # Bars are no picture.
    desktop.xdotool("mousemove", 320, 20, "click", 1)
    shown.key("x", "mirrored")
    shown.key("o", "portrait")
    # A quarter turned clockwise, then left and right exchanged; 281 pixels wide now, from 179 to 460. Undone for a point
    # a quarter from the left and the top: 3/4 from the left, so at the sensor a quarter from its left and its top.
    wait_until(lambda: shown.screenshot()[250, 80].max() == 0, "an upright picture")
    at = shown.click(249, 125, "focus and exposure at")
    assert len([event for event in shown.of("message") if "focus" in event["message"]]) == 2
    assert numbers(at) == pytest.approx([0.25, 0.25], abs=0.003)
    shown.key("x", "not mirrored")
    at = shown.click(249, 125, "focus and exposure at")
    assert numbers(at) == pytest.approx([0.25, 0.75], abs=0.003)
    desktop.xdotool("key", "q")
    shown.finish()


def test_wheel_and_keys(window, folder, desktop):
    shown = window()
    assert shown.wheel(True, "zoom") == "zoom 1.25"
    assert shown.wheel(False, "zoom") == "zoom 1.00"
    assert shown.key("plus", "zoom") == "zoom 1.25"
    assert shown.key("x", "mirrored") == "mirrored"
    shown.key("minus", "zoom 1.00")
    wait_until(lambda: reading(shown, mirrored=True) is not None and reading(shown) is None, "a mirrored picture")
    assert shown.key("m", "muted") == "muted: viewers hear silence"
    assert shown.key("f", "frozen").startswith("frozen")
    shown.wait_for_title("frozen · muted · Simulated Back Camera")
    shown.key("c", "camera: Simulated Front Camera")
    shown.wait_for_title("muted · Simulated Front Camera")
    name = shown.key("s", "snapshot").split()[1]
    assert (folder / name).read_bytes().startswith(b"\x89PNG\r\n")
    assert "r record  F11 full screen" in shown.key("question", "keys:")
    shown.key("l", "nowhere to send")
    desktop.xdotool("key", "q")
    shown.finish()


def test_l_begins_to_send_and_ends_it(window, server, desktop):
    shown = window("--to", server.url("window"))
    assert not shown.of("destination")
    shown.key("l", "live")
    shown.wait_for_title("LIVE 00:00:0")
    red = shown.screenshot()[25, 640 - 25].astype(int)
    assert red[0] > 200 and red[1:].max() < 60
    assert "dropped" in shown.title and "kbit/s" in shown.title and "window" not in shown.title
    shown.key("l", "no longer live")
    shown.wait_for_title("preview")
    shown.key("l", "live")
    shown.send(signal.SIGTERM)
    assert shown.finish()["destinations"][-1]["state"] == "ended"


def test_live_begins_at_once_and_ctrl_c_leaves_whole_files(window, folder):
    shown = window("--live", "--record", "take.flv")
    shown.wait_for_title("REC 00:00:01")
    code, seconds = shown.interrupt()
    assert code == 0 and seconds < 3
    decode_clean(folder / "take.flv")


@pytest.mark.parametrize("display", [None, ":4242"])
def test_without_a_desktop_it_says_so_and_ends(binary, display):
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    if display:
        environment["DISPLAY"] = display
    lost = Running([binary, "--camera", "simulated"], env=environment)
    try:
        assert lost.wait() == 71
        assert "desktop" in lost.err and (display or "DISPLAY") in lost.err
        assert len(lost.err.splitlines()) == 1
    finally:
        lost.end()

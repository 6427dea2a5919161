"""What is put over and around the camera, as those see it who watch."""

import re

import numpy as np
import pytest

import burnt_in
from media import decode_clean, ffprobe_json, luma, sound, tracks
from processes import run
from reading import frame_numbers

SIZE = (640, 360)
QUIET = ["--profile", "360p_1", "--camera", "simulated", "--mic", "simulated"]
# 75 % bars (SMPTE RP 219 has their order): red, green and blue of each.
BARS = [(191, 191, 191), (191, 191, 0), (0, 191, 191), (0, 191, 0), (191, 0, 191), (191, 0, 0), (0, 0, 191)]


def still(path, color, size):
    run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"color={color}:s={size}", "-frames:v", "1", path])
    return path


def bars(path, *options):
    """Seven bars, each 92 pixels wide, as the options encode them."""
    rows = np.zeros((360, 644, 3), np.uint8)
    for number, color in enumerate(BARS):
        rows[:, 92 * number : 92 * (number + 1)] = color
    raw = path.with_suffix(".rgb")
    raw.write_bytes(rows.tobytes())
    run(
        ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "644x360", "-r", "15", "-i", raw,
         "-vf", "loop=14:1", *options, path]
    )
    return path


def pixels(path):
    """A picture file as rows of red, green, blue."""
    stream = ffprobe_json(path, "-show_streams")["streams"][0]
    data = run(["ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]).stdout
    return np.frombuffer(data, np.uint8).reshape(stream["height"], stream["width"], 3)


def lab(color):
    """CIE 1976 L*a*b* of an sRGB colour (IEC 61966-2-1, D65)."""
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in np.asarray(color) / 255]
    matrix = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    scaled = np.dot(matrix, linear) / [0.9505, 1, 1.089]
    x, y, z = [value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in scaled]
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def difference(one, other):
    return float(np.linalg.norm(lab(one) - lab(other)))


@pytest.mark.parametrize(
    "name, options",
    [
        ("bars.avi", ["-c:v", "mjpeg", "-q:v", "2", "-pix_fmt", "yuvj422p"]),
        ("bars.mkv", ["-c:v", "libx264", "-qp", "1", "-pix_fmt", "yuv420p", "-vf", "loop=14:1,scale=out_color_matrix=bt601",
                      "-colorspace", "smpte170m"]),
        ("bars.png", ["-frames:v", "1"]),
    ],
)
def test_the_colours_of_files_arrive(live, folder, name, options):
    """Of a Motion-JPEG and an H.264 file as camera, and of a PNG over the camera: within 3 ΔE of what they are."""
    source = bars(folder / name, *options)
    where = ["--picture", source, "--camera", "simulated"] if name.endswith("png") else ["--camera", f"file:{source}"]
    live(
        *where, "--mic", "none", "--size", "644x360", "--fps", "15", "--record", folder / "take.flv", "--snapshot",
        folder / "shot.png", "--duration", "1",
    ).finish()
    shot = pixels(folder / "shot.png")
    assert shot.shape == (360, 644, 3)
    found = [difference(shot[180, 92 * number + 46], color) for number, color in enumerate(BARS)]
    print("ΔE", [round(value, 2) for value in found])
    assert max(found) <= 3, found


def test_layers_lie_where_they_are_placed(live, folder):
    """A white square at fractions, one at pixels and one centred, exact to the pixel in what was recorded."""
    white = still(folder / "white.png", "white", "32x32")
    live(
        *QUIET, "--picture", still(folder / "black.png", "black", "16x9"),
        "--logo", white, "--place", "0.25,0.5,0.125,0.25", "--logo", white, "--place", "401,31,50,40",
        "--logo", white, "--place", "-1,300,20,20", "--record", folder / "take.flv", "--snapshot", folder / "shot.png",
        "--duration", "1",
    ).finish()
    expected = np.zeros((360, 640), bool)
    for left, top, width, height in [(160, 180, 80, 90), (401, 31, 50, 40), (310, 300, 20, 20)]:
        expected[top : top + height, left : left + width] = True
    assert np.array_equal(pixels(folder / "shot.png")[:, :, 1] > 128, expected)
    # And behind the encoder.
    shown = luma(folder / "take.flv")[-1] > 125
    assert np.count_nonzero(shown != expected) < 40


SCENES = """{ transition: "cut", scenes: [
  { name: "dark", layers: [ { color: "#000000" } ] },
  { name: "bright", layers: [ { color: "#ffffff" } ], transition: "fade 0.4" },
  { name: "lost", layers: [ { picture: "lost.png" } ] },
] }"""


def test_keys_change_scenes_and_what_cannot_be_shown_changes_nothing(on_air, folder):
    (folder / "scenes.json5").write_text(SCENES)
    lost = still(folder / "lost.png", "white", "32x32")
    terminal = on_air("--scenes", folder / "scenes.json5")
    terminal.wait_for(r"\r00:00:01")
    # It was there at the start.
    lost.unlink()
    terminal.answer("2", r"scene: bright\r\n")
    terminal.answer("3", r"lost\.png[^\r]*\r\n")
    terminal.answer("4", r"There is no scene 4\.\r\n")
    start = len(terminal.text)
    terminal.wait_for(r"\r00:00:\d\d", start)
    terminal.type("q")
    assert terminal.wait() == 0
    levels = [float(picture.mean()) for picture in luma(folder / "take.flv", "iw/2:ih/2:iw/4:ih/4", (320, 180))]
    assert levels[0] < 20
    # The fade takes 0.4 s at 15 pictures a second, and only rises.
    rising = [level for level in levels if 20 < level < 230]
    assert 4 <= len(rising) <= 6 and rising == sorted(rising), levels
    first = next(index for index, level in enumerate(levels) if level >= 230)
    assert all(level >= 230 for level in levels[first:])


def test_turned_while_it_is_live_the_stream_goes_on(on_air, server, folder):
    """New size, new headers, one timeline: in the recording and at a server."""
    terminal = on_air("--to", server.url("show"))
    terminal.wait_for(r"rtmp:\S+: live")
    start = len(terminal.text)
    terminal.wait_for(r"\r00:00:0[1-9]", start)
    terminal.answer("o", r"portrait, 360x640\r\n")
    terminal.wait_for(r"\r00:00:0[3-9]")
    terminal.answer("o", r"landscape-left, 640x360\r\n")
    start = len(terminal.text)
    terminal.wait_for(r"\r00:00:\d\d", start)
    terminal.type("q")
    assert terminal.wait() == 0
    for file in (folder / "take.flv", server.recording("show")):
        # Not as JSON: ffprobe 5.1 ends itself on the headers that frames carry where the size changes.
        words = ["-select_streams", "v:0", "-show_entries", "frame=width,height,pts_time,pict_type", "-of", "compact=p=0"]
        lines = run(["ffprobe", "-v", "error", *words, file]).stdout.decode().split()
        frames = [dict(part.split("=") for part in line.split("|") if "=" in part) for line in lines if "width" in line]
        sizes = [(int(frame["width"]), int(frame["height"])) for frame in frames]
        turns = [index for index in range(1, len(sizes)) if sizes[index] != sizes[index - 1]]
        assert [sizes[0]] + [sizes[index] for index in turns] == [(640, 360), (360, 640), (640, 360)]
        assert all(frames[index]["pict_type"] == "I" for index in turns)
        times = [float(frame["pts_time"]) for frame in frames]
        gaps = [later - earlier for earlier, later in zip(times, times[1:])]
        assert all(0.06 <= gap <= 0.074 for gap in gaps), max(gaps)


def test_frozen_viewers_keep_their_picture_and_hear_the_sound(on_air, folder):
    terminal = on_air()
    terminal.wait_for(r"\r00:00:01")
    terminal.answer("f", r"frozen")
    terminal.wait_for(r"\r00:00:03")
    terminal.answer("f", r"not frozen")
    terminal.wait_for(r"\r00:00:04")
    terminal.type("q")
    assert terminal.wait() == 0
    numbers = frame_numbers(folder / "take.flv")
    held = max(numbers, key=numbers.count)
    first, last = numbers.index(held), len(numbers) - 1 - numbers[::-1].index(held)
    assert last - first >= 20 and set(numbers[first : last + 1]) == {held}
    assert len(set(numbers[:first])) > first - 3 and len(set(numbers[last + 1 :])) > 5
    samples, rate = sound(folder / "take.flv")
    assert len(burnt_in.beep_onsets(samples, rate)) >= 3


def test_a_slate_stands_in_for_a_silent_camera(live, folder):
    live(
        *QUIET, "--slate", still(folder / "white.png", "white", "64x36"), "--simulate-fault", "front:freeze@1-4.5",
        "--record", folder / "take.flv", "--duration", "6",
    ).finish(deadline=30)
    levels = [float(picture.mean()) for picture in luma(folder / "take.flv", "iw/2:ih/2:iw/4:ih/4", (320, 180))]
    bright = [index / 15 for index, level in enumerate(levels) if level > 230]
    assert bright and 2.5 <= bright[0] <= 3.6 and 4.2 <= bright[-1] <= 5.2, (bright[:1], bright[-1:])
    assert levels[-1] < 230


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--logo", "nowhere.png"], "nowhere.png"),
        (["--logo", "/"], "/"),
        (["--scenes", "nowhere.json5"], "nowhere.json5"),
        (["--slate", "README.md"], "README.md"),
        (["--video", "nowhere.mp4"], "nowhere.mp4"),
        (["--scenes", "scenes.json5"], "lost.png"),
    ],
)
def test_what_cannot_be_shown_is_told_before_anything_is_sent(start, onair, root, folder, arguments, words):
    (folder / "scenes.json5").write_text(SCENES)
    arguments = [str(folder / word) if word == "scenes.json5" else word for word in arguments]
    process = start(
        [onair, "live", *QUIET, *arguments, "--record", folder / "take.flv", "--duration", "2"], cwd=root
    )
    assert process.wait() in (64, 66, 78), process.tail()
    said = process.tail()
    assert words in said and re.search(r"cannot|There is no|could not|is not|no picture", said), said
    assert not (folder / "take.flv").exists()


def test_the_sound_of_a_video_is_heard_beside_the_microphone(live, folder):
    clip = folder / "clip.mp4"
    run(
        ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "color=gray:s=64x36:r=15:d=2", "-f", "lavfi", "-i",
         "sine=500:d=2", "-c:v", "libx264", "-c:a", "aac", clip]
    )
    live(
        "--profile", "360p_1", "--camera", "simulated", "--mic", "simulated", "--video", clip, "--record",
        folder / "take.flv", "--duration", "4",
    ).finish()
    samples, rate = sound(folder / "take.flv")
    # In each half second from the first on, through the loop too, its tone is there.
    for begin in range(rate // 2, len(samples) - rate // 2, rate // 2):
        piece = samples[begin : begin + rate // 2]
        spectrum = np.abs(np.fft.rfft(piece * np.hanning(len(piece))))
        tone = spectrum[int(round(500 * len(piece) / rate))]
        assert tone > 50 * np.median(spectrum), begin / rate


def test_a_broadcast_with_layers_is_clean(live, folder):
    logo = still(folder / "logo.png", "red", "80x40")
    summary = live(
        "--profile", "720p_3", "--camera", "simulated", "--mic", "simulated", "--logo", logo, "--text",
        "Live {clock} {duration}", "--place", "-1,0.9,0,0.06", "--record", folder / "take.flv", "--duration", "4",
    ).finish()
    decode_clean(folder / "take.flv")
    video, _ = tracks(folder / "take.flv")
    assert len(video.packets) >= 90 and summary["pictures"]["lagged"] == 0

"""`onair beauty`, `onair filters` and `onair looks`, judged by ffmpeg, ffprobe and NumPy."""

import json
import re
import signal
import subprocess

import numpy as np
import pytest

from conftest import ROOT
from media import decode_clean, ffprobe_json, packet_hashes, tracks
from processes import run
from waiting import wait_until

PICTURES = ROOT / "Tests/Beauty/Pictures"


def ask(*command):
    return subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)


def beauty(onair, *arguments):
    done = ask(onair, "beauty", *arguments)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), done.stderr
    return arguments


def rgb(file, pixels="rgb24", filters="null"):
    """A still picture's codes, (rows, columns, channels)."""
    stream = ffprobe_json(file, "-show_streams")["streams"][0]
    data = run(["ffmpeg", "-v", "error", "-i", file, "-vf", filters, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", pixels, "-"])
    return np.frombuffer(data.stdout, np.uint8).reshape(stream["height"], -1, len(pixels.rstrip("24"))).astype(int)


def drawn(file, size, *options):
    """A test picture made by ffmpeg."""
    run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"testsrc2=s={size}:d=1", "-frames:v", "1", *options, file])
    return file


def test_the_lists_say_what_there_is_and_each_of_it_can_be_used(onair, folder):
    filters = json.loads(ask(onair, "filters", "--json").stdout)["filters"]
    looks = json.loads(ask(onair, "looks", "--json").stdout)["looks"]
    assert [entry["name"] for entry in filters][:3] == ["skin", "color", "look"] and len(looks) >= 12
    # The same names stand in the text for people.
    text = ask(onair, "filters").stdout + ask(onair, "looks").stdout
    small = drawn(folder / "in.png", "64x48")
    steps = []
    for entry in filters:
        assert re.search(rf"^  {entry['name']}  ", text, re.M)
        values = []
        for parameter in entry["parameters"]:
            assert parameter["name"] in text and parameter["meaning"] in text
            if parameter["kind"] == "number":
                assert parameter["minimum"] <= parameter["default"] <= parameter["maximum"]
                values.append(f"{parameter['name']}={parameter['maximum']}")
            elif parameter["kind"] == "choice":
                assert parameter["default"] in parameter["choices"]
                values.append(f"{parameter['name']}={parameter['choices'][-1]}")
        steps += ["--filter", f"{entry['name']}:{','.join(values)}" + (",look=film" if entry["name"] == "look" else "")]
    for look in looks:
        assert re.search(rf"^  {look['name']}  +{re.escape(look['meaning'])}$", text, re.M)
    beauty(onair, small, folder / "out.png", *steps)


def test_a_picture_without_filters_is_nearly_unchanged_and_skin_is_what_changes(onair, folder):
    source = PICTURES / "astronaut.png"
    before = rgb(source)
    beauty(onair, source, folder / "none.png", "--filter", "none")
    error = np.abs(rgb(folder / "none.png") - before)
    # What half the resolution of colours costs, and nothing else.
    assert error.mean() <= 2 and np.percentile(error, 99) <= 20, (error.mean(), np.percentile(error, 99))
    plain = rgb(folder / "none.png")
    beauty(onair, source, folder / "skin.png")
    changed = np.abs(rgb(folder / "skin.png") - plain).mean(axis=2)
    # Cheek and background, in pixels of the picture.
    cheek, wall = changed[120:150, 190:205], changed[20:80, 330:380]
    assert cheek.mean() > 2 and wall.mean() < 0.5, (cheek.mean(), wall.mean())
    # Side by side: the left is what went in.
    beauty(onair, source, folder / "both.png", "--compare")
    both = rgb(folder / "both.png")
    assert np.array_equal(both[:, :512], before) and np.array_equal(both[:, 512:], rgb(folder / "skin.png"))


def test_a_still_picture_stands_upright_keeps_its_alpha_and_may_have_any_size(onair, folder):
    # An odd size, with alpha.
    source = drawn(folder / "alpha.png", "101x77", "-vf", "format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='2*X'")
    beauty(onair, source, folder / "out.png", "--look", "mono")
    before, after = rgb(source, "rgba"), rgb(folder / "out.png", "rgba")
    assert np.array_equal(before[..., 3], after[..., 3])
    solid = after[after[..., 3] > 128]
    assert np.abs(solid[:, 0] - solid[:, 2]).max() <= 3, "it is not grey"
    # EXIF orientation 6: turned a quarter clockwise to stand upright.
    plain = drawn(folder / "plain.jpg", "64x40", "-q:v", "2")
    exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"
    data = plain.read_bytes()
    (folder / "turned.jpg").write_bytes(data[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + data[2:])
    beauty(onair, folder / "turned.jpg", folder / "upright.png", "--filter", "none")
    upright, stored = rgb(folder / "upright.png"), rgb(plain)
    assert upright.shape == (64, 40, 3)
    assert np.abs(upright - np.rot90(stored, -1)).mean() < 8


def test_a_look_is_what_ffmpeg_makes_of_its_file(onair, folder):
    assert ask(onair, "looks", "--export", "teal-orange", folder / "look.cube").returncode == 0
    # Grey along both axes and mild colours: sampled at half the resolution they stay what they are.
    run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i",
         "gradients=s=256x192:c0=0x806040:c1=0x4060a0:x0=0:y0=0:x1=255:y1=191:d=1", "-frames:v", "1", folder / "in.png"])
    beauty(onair, folder / "in.png", folder / "name.png", "--filter", "look:teal-orange")
    beauty(onair, folder / "in.png", folder / "file.png", "--filter", f"look:{folder / 'look.cube'}")
    reference = rgb(folder / "in.png", filters=f"lut3d={folder / 'look.cube'}")
    for name in ("name", "file"):
        error = np.abs(rgb(folder / f"{name}.png") - reference)
        assert error.mean() <= 1 and np.percentile(error, 99) <= 3, (name, error.mean(), np.percentile(error, 99))


def color_of(file):
    stream = ffprobe_json(file, "-select_streams", "v:0", "-show_streams")["streams"][0]
    return stream.get("color_space"), stream.get("color_range")


@pytest.mark.parametrize("ending", ["mp4", "mkv"])
def test_a_clip_keeps_its_pictures_their_times_and_its_sound(onair, folder, ending):
    source = folder / "in.mp4"
    # Gaps in its times, B pictures, and sound that a container may carry as it is.
    run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=30:d=2", "-f", "lavfi", "-i",
         "sine=f=440:d=2:r=44100", "-vf", "select='not(eq(mod(n,7),3))'", "-fps_mode", "vfr", "-c:v", "libx264", "-bf", "2",
         "-colorspace", "bt709", "-color_range", "tv", "-c:a", "aac", source])
    made = folder / f"out.{ending}"
    beauty(onair, source, made, "--filter", "color:saturation=-1")
    before, after = tracks(source), tracks(made)
    times = [sorted(track.times("pts")) for track in (before[0], after[0])]
    # Matroska counts in milliseconds, and has nothing before 0.
    times = [[time - each[0] for time in each] for each in times]
    assert len(times[0]) == len(times[1]) > 50
    assert max(abs(a - b) for a, b in zip(*times)) <= (0 if ending == "mp4" else 1)
    assert packet_hashes(source, "a") == packet_hashes(made, "a")
    # Sound lies beside pictures where it did.
    leads = [float(track[1].times("pts")[0] - track[0].times("pts")[0]) for track in (before, after)]
    assert abs(leads[0] - leads[1]) <= 1, leads
    assert color_of(made) == ("bt709", "tv")
    # And it was treated; it decodes without a word. Raw video has no room for times between its pictures.
    chroma = run(["ffmpeg", "-v", "error", "-xerror", "-err_detect", "explode", "-i", made, "-vf", "setpts=N/25/TB,extractplanes=u",
                  "-f", "rawvideo", "-r", "25", "-"])
    assert chroma.stderr == b""
    assert np.abs(np.frombuffer(chroma.stdout, np.uint8).astype(int) - 128).max() <= 4


def test_a_clip_with_sound_that_out_has_no_place_for_and_an_odd_size(onair, folder):
    source, made = folder / "in.mkv", folder / "out.flv"
    run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=161x121:r=25:d=1.6", "-f", "lavfi", "-i",
         "sine=f=440:d=1.6:r=48000", "-c:v", "ffv1", "-pix_fmt", "yuv444p", "-c:a", "libopus", source])
    beauty(onair, source, made, "--compare")
    video, audio = tracks(made)
    assert (video.stream["width"], video.stream["height"]) == (320, 120) and len(video.packets) == 40
    assert audio.stream["codec_name"] == "aac"
    samples = [
        np.frombuffer(run(["ffmpeg", "-v", "error", "-i", file, "-map", "0:a", "-ac", "1", "-ar", "48000", "-f", "s16le", "-"]).stdout,
                      np.int16).astype(float)
        for file in (source, made)
    ]
    assert abs(len(samples[0]) - len(samples[1])) <= 3000
    tones = [np.abs(np.fft.rfft(each[4800:52800])).argmax() for each in samples]
    assert tones[0] == tones[1] == 440, tones
    decode_clean(made)


def test_what_cannot_be_done_says_why_and_leaves_nothing(onair, folder, start):
    source = drawn(folder / "in.png", "64x48")
    (folder / "no.png").write_bytes(b"no picture")
    (folder / "bad.cube").write_text("LUT_3D_SIZE 2\n0 0 0\n0 0 zero\n")
    old = folder / "old.png"
    old.write_bytes(b"old")
    for code, word, arguments in [
        (64, "skin", [source, old, "--filter", "skni"]),
        (64, "17 filters", [source, old, *["--filter", "sharpen"] * 17]),
        (64, "one picture", [source, folder / "out.mp4"]),
        (64, "is IN", [source, folder / "." / "in.png"]),
        (66, "no picture", [folder / "no.png", old]),
        (66, "no.mp4", [folder / "no.mp4", folder / "out.mp4"]),
        (66, "3", [source, old, "--look", folder / "bad.cube"]),
        (66, "beach.png", [source, old, "--filter", f"key:background={folder / 'beach.png'}"]),
        (73, "folder", [source, folder / "nowhere" / "out.png"]),
        (73, "not a file", [source, "/dev/null/out.png"]),
    ]:
        done = ask(onair, "beauty", *arguments)
        assert done.returncode == code and word in done.stderr and done.stdout == "", (arguments, done)
        assert done.stderr.startswith("onair: ") and done.stderr.count("\n") == 1
    assert old.read_bytes() == b"old"
    # A disk that is full, and ctrl-C, while a clip is written.
    clip, made = folder / "in.mkv", folder / "out.mp4"
    run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=640x360:r=30:d=20", "-c:v", "mjpeg", clip])
    made.write_bytes(b"old")
    done = ask("bash", "-c", f"ulimit -f 64; '{onair}' beauty '{clip}' '{made}'")
    assert done.returncode == 74 and "out.mp4" in done.stderr, done
    process = start([onair, "beauty", clip, made])
    wait_until(lambda: any(file.stat().st_size > 0 for file in folder.glob(".onair-*.part")), "something is written")
    process.send(signal.SIGINT)
    assert process.wait(20) == 130 and process.err == ""
    assert made.read_bytes() == b"old"
    assert sorted(file.name for file in folder.iterdir()) == sorted(
        ["in.png", "no.png", "bad.cube", "old.png", "in.mkv", "out.mp4"])


def set_back(flv, number):
    """Lets the `number`th sound tag of a FLV file claim a time of 0."""
    data, place = bytearray(flv.read_bytes()), 13
    while place < len(data):
        if data[place] == 8:
            number -= 1
            if number == 0:
                data[place + 4:place + 8] = bytes(4)
                break
        place += 15 + int.from_bytes(data[place + 1:place + 4], "big")
    flv.write_bytes(data)


def test_a_clip_that_is_cut_off_or_damaged_is_treated_as_far_as_it_goes_and_told(onair, folder):
    whole, made = folder / "in.mp4", folder / "out.mp4"
    run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=160x96:r=25:d=5", "-f", "lavfi", "-i", "sine=f=440:d=5",
         "-c:v", "libx264", "-g", "25", "-c:a", "aac", "-movflags", "+faststart", whole])
    for ending in ("mkv", "flv"):
        run(["ffmpeg", "-v", "error", "-y", "-i", whole, "-c", "copy", folder / f"in.{ending}"])
    for ending in ("mp4", "mkv", "flv"):
        data = (folder / f"in.{ending}").read_bytes()
        cut = folder / f"cut.{ending}"
        cut.write_bytes(data[:len(data) // 2])
        beauty(onair, folder / f"in.{ending}", made, "--filter", "none")
        done = ask(onair, "beauty", cut, made, "--filter", "none")
        told = re.search(r" ends (\d+\.\d) s before its header says", done.stderr)
        assert done.returncode == 66 and told, done
        video = tracks(made)[0]
        assert 20 < len(video.packets) < 100
        assert abs(len(video.packets) / 25 + float(told.group(1)) - 5) < 0.3, done.stderr
    # Subtitles that go on longer than pictures are no cut.
    (folder / "late.srt").write_text("1\n00:00:01,000 --> 00:00:09,000\nlate\n")
    run(["ffmpeg", "-v", "error", "-y", "-i", whole, "-i", folder / "late.srt", "-map", "0", "-map", "1", "-c:v", "copy", "-c:a", "copy",
         folder / "late.mkv"])
    done = ask(onair, "beauty", folder / "late.mkv", made, "--filter", "none")
    assert done.returncode == 0 and "subtitles" in done.stderr and done.stderr.count("\n") == 1, done
    # Within what is known of its tracks, and right before the first picture.
    data = (folder / "in.mkv").read_bytes()
    for length in (300, data.index(b"\x1f\x43\xb6\x75")):
        (folder / "head.mkv").write_bytes(data[:length])
        done = ask(onair, "beauty", folder / "head.mkv", folder / "no.mp4")
        assert done.returncode == 66 and "cut off" in done.stderr and not (folder / "no.mp4").exists(), done
    # A time that goes back.
    set_back(folder / "in.flv", 50)
    done = ask(onair, "beauty", folder / "in.flv", made, "--filter", "none")
    assert done.returncode == 0 and "1 packet" in done.stderr, done
    assert len(tracks(made)[1].packets) == len(tracks(whole)[1].packets) - 1


def test_the_page_shows_what_its_command_makes(onair, folder):
    page = (ROOT / "docs/beauty.md").read_text(encoding="utf-8")
    command = re.search(r"^onair (beauty --sheet \S+) (docs/images/\S+\.jpg)$", page, re.M)
    shown = ROOT / command.group(2)
    assert f"]({shown.relative_to(ROOT / 'docs')})" in page and shown.stat().st_size <= 400 * 1024
    made = folder / "sheet.jpg"
    done = subprocess.run([str(onair), *command.group(1).split(), str(made)], cwd=ROOT, capture_output=True, timeout=60)
    assert done.returncode == 0, done
    # The same picture to whoever looks at it from afar: what is shown of skin may move by a block.
    before, after = (rgb(file)[:2136].reshape(89, 24, 50, 24, 3).mean(axis=(1, 3)) for file in (shown, made))
    assert np.abs(before - after).mean() < 6, "make the page's picture anew"

"""What goes out, judged by ffprobe and ffmpeg: on disk, at the server, and as viewers get it."""

import fractions

import pytest

from media import decode_clean, ffprobe_json, first_nal_types, grid_numbers, packet_hashes, pull, rises, sound, tracks

IDR, SEI, SPS, PPS, DELIMITER = 5, 6, 7, 8, 9


def check_stream(source, size, rate, color=None):
    """Codecs, size, times, colour, the first packet, and a clean decode."""
    video, audio = tracks(source)
    assert (video.stream["codec_name"], audio.stream["codec_name"]) == ("h264", "aac")
    assert (video.stream["width"], video.stream["height"]) == size
    assert video.stream["pix_fmt"] == "yuv420p"
    assert audio.stream["profile"] == "LC"
    assert audio.stream["sample_rate"] in ("44100", "48000")
    assert rises(video.times("dts")) and rises(audio.times("dts"))
    numbers = grid_numbers(sorted(video.times("pts")), rate)
    assert rises(numbers)
    assert "K" in video.packets[0]["flags"], "the first packet is no keyframe"
    nal_types = first_nal_types(source)
    # Headers may stand in the packet or apart; the first slice of all must be an IDR slice.
    assert next(kind for kind in nal_types if kind not in (SEI, SPS, PPS, DELIMITER)) == IDR
    assert video.stream["color_range"] == "tv"
    tags = {video.stream.get(name) for name in ("color_space", "color_primaries", "color_transfer")}
    assert None not in tags and "unknown" not in tags, tags
    if color is not None:
        assert video.stream["color_space"] in color, tags
    decode_clean(source)
    return video, audio


BT709, BT601 = {"bt709"}, {"smpte170m", "bt470bg"}


@pytest.mark.parametrize(
    ("arguments", "size", "rate", "color"),
    [
        (("--profile", "720p_3", "--fps", "30"), (1280, 720), 30, BT709),
        (("--size", "640x360", "--fps", "30000/1001"), (640, 360), "30000/1001", BT601),
        (("--size", "320x180", "--fps", "60"), (320, 180), 60, BT601),
        (("--profile", "360p_1",), (640, 360), 15, BT601),
        ((), (960, 540), 20, BT601),
    ],
    ids=["720p30", "360p29.97", "180p60", "360p15", "default"],
)
def test_flv_file(live, folder, arguments, size, rate, color):
    file = folder / "out.flv"
    summary = live("--record", file, "--duration", "6", *arguments).finish()
    video, audio = check_stream(file, size, rate, color=color)
    # On the grid itself, not merely parallel to it.
    numbers = grid_numbers(video.times("pts"), rate, origin=0)
    lost = summary["pictures"]["lagged"] + summary["pictures"]["skipped"]
    assert numbers[-1] - numbers[0] + 1 - len(numbers) <= lost
    expected = round(6 * fractions.Fraction(rate))
    assert expected - 3 - lost <= len(video.packets) <= expected + 3
    seconds = float(ffprobe_json(file, "-show_format")["format"]["duration"])
    assert 5.7 <= seconds <= 6.4
    assert abs(len(audio.packets) * 1024 / int(audio.stream["sample_rate"]) - 6) < 0.3


def test_keyframes_every_two_seconds_and_closed(live, folder):
    file = folder / "out.flv"
    live("--record", file, "--duration", "9", "--size", "320x180", "--fps", "30").finish()
    video, _ = tracks(file)
    keys = [index for index, packet in enumerate(video.packets) if "K" in packet["flags"]]
    assert keys[0] == 0
    distances = [later - earlier for earlier, later in zip(keys, keys[1:])]
    # An output that joins gets a keyframe at once, so the first distance may be shorter.
    assert distances[0] <= 60 and set(distances[1:]) == {60}, distances


@pytest.fixture
def at_the_server(live, server):
    """A stream of 720p30 that is live at the server, and a copy of it on disk."""
    process = live(
        "--to", server.url("show"), "--profile", "720p_3", "--fps", "30", "--duration", "25", "--record",
        server.folder / "own.flv",
    )
    process.wait_until_live()
    return process


@pytest.mark.long
def test_recorded_pulled_over_rtmp_and_pulled_over_hls(at_the_server, server, folder):
    pulled = pull(server.url("show"), 5, folder / "rtmp.flv")
    check_stream(pulled, (1280, 720), 30, color=BT709)

    server.wait_for_hls("show", segments=3)
    viewed = pull(server.hls_url("show"), 5, folder / "hls.ts")
    check_stream(viewed, (1280, 720), 30, color=BT709)

    at_the_server.finish(deadline=60)
    recorded = server.recording("show")
    check_stream(recorded, (1280, 720), 30, color=BT709)

    # One encode feeds everything: the server has the very packets that are in our own file.
    assert packet_hashes(recorded, "v") == packet_hashes(server.folder / "own.flv", "v")
    assert packet_hashes(recorded, "a") == packet_hashes(server.folder / "own.flv", "a")


def test_two_servers_and_two_files_at_once(live, servers, folder):
    one, two = servers(), servers()
    files = folder / "one.flv", folder / "two.flv"
    process = live(
        "--to", one.url("a"), "--to", two.url("b"), "--record", files[0], "--record", files[1], "--duration", "6",
        "--size", "640x360", "--fps", "30",
    )
    summary = process.finish(deadline=40)
    assert len(summary["destinations"]) == 2 and len(summary["recordings"]) == 2
    sources = [one.recording("a"), two.recording("b"), *files]
    for source in sources:
        check_stream(source, (640, 360), 30)
    hashes = [packet_hashes(source, "v") for source in sources]
    # Each output begins at its own first IDR and all end together.
    shortest = min(len(found) for found in hashes)
    assert shortest > 120
    assert all(found[-shortest:] == hashes[0][-shortest:] for found in hashes)


def test_no_microphone_is_no_sound(live, folder):
    file = folder / "out.flv"
    live("--record", file, "--mic", "none", "--duration", "4", "--size", "320x180").finish()
    video, audio = tracks(file)
    assert video.packets and audio is None
    decode_clean(file)


def test_muted_is_silence(live, folder):
    file = folder / "out.flv"
    live("--record", file, "--mute", "--duration", "4", "--size", "320x180").finish()
    samples, rate = sound(file)
    assert len(samples) > 3 * rate
    assert abs(samples).max() < 1e-4


def test_bitrates_are_kept(live, folder):
    file = folder / "out.flv"
    live("--record", file, "--duration", "10", "--profile", "720p_3", "--fps", "30", "--bitrate", "1000", "--audio-bitrate",
         "64").finish(deadline=40)
    video, audio = tracks(file)
    kbps = [sum(int(packet["size"]) for packet in track.packets) * 8 / 10_000 for track in (video, audio)]
    assert 400 < kbps[0] < 1250, kbps
    assert 45 < kbps[1] < 85, kbps

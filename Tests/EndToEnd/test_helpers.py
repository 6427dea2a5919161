"""The helpers are tested too: ffmpeg stands in where `onair` will publish."""

import pathlib

import numpy as np
import pytest

import burnt_in
from media import decode_clean, grid_numbers, luma, packet_hashes, pull, rises, ssim, tracks
from processes import Running, run
from reading import beep_times, flash_times, frame_numbers
from waiting import free_port, is_listening, wait_until

TEST_PICTURE = ["-re", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30", "-re", "-f", "lavfi", "-i", "sine=440:sample_rate=48000"]
ENCODE = ["-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", "60", "-pix_fmt", "yuv420p", "-c:a", "aac"]


def publish(start, address, seconds):
    return start(["ffmpeg", "-v", "error", *TEST_PICTURE, *ENCODE, "-t", str(seconds), "-f", "flv", address])


def test_server_records_and_offers_rtmp_and_hls(start, server, folder):
    publisher = publish(start, server.url("show"), 12)
    server.wait_for_hls("show")
    for source in (pull(server.url("show"), 2, folder / "a.flv"), pull(server.hls_url("show"), 2, folder / "b.ts")):
        video, audio = tracks(source)
        assert rises(video.times("dts")) and rises(audio.times("dts"))
        assert rises(grid_numbers(sorted(video.times("pts")), 30))
    assert publisher.wait(40) == 0
    video, audio = tracks(server.recording("show"))
    assert len(video.packets) == 360
    assert grid_numbers(video.times("pts"), 30) == list(range(grid_numbers(video.times("pts"), 30)[0], 1000))[:360]
    decode_clean(server.recording("show"))


def test_frozen_and_killed_servers_are_felt(start, server):
    publisher = publish(start, server.url("show"), 60)
    wait_until(lambda: (server.folder / "recordings/show.flv").exists(), "it is recorded")
    server.kill()
    assert publisher.wait() != 0


def test_refusing_application(start, server):
    assert publish(start, server.url("x", app="refused"), 5).wait() != 0


@pytest.mark.parametrize("rate", ["30", "30000/1001", "25", "60", "24000/1001"])
def test_grid_numbers(rate):
    from fractions import Fraction
    from math import floor

    times = [floor(k * 1000 / Fraction(rate) + Fraction(1, 2)) for k in range(7, 500)]
    found = grid_numbers(times, rate)
    assert [number - found[0] for number in found] == list(range(493))
    assert grid_numbers(times, rate, origin=0) == list(range(7, 500))
    shifted = [time - 13 for time in times]
    with pytest.raises(AssertionError):
        grid_numbers(shifted, rate, origin=0)
    assert len(grid_numbers(shifted, rate)) == 493
    gap = times[:50] + times[53:]
    assert max(b - a for a, b in zip(*(lambda n: (n, n[1:]))(grid_numbers(gap, rate)))) == 4
    # One time off by a millisecond is found, wherever it is.
    for index in (1, 100, 400):
        wrong = times.copy()
        wrong[index] += 1
        with pytest.raises(AssertionError):
            grid_numbers(wrong, rate)


def test_rounded_sums_are_no_grid():
    with pytest.raises(AssertionError):
        grid_numbers([33 * k for k in range(100)], 30)


@pytest.mark.parametrize("shift", [0, 35])
def test_flash_and_beep_offsets_are_measured(folder, shift):
    width, height, rate = 320, 180, 30
    picture = np.full((height, width), 90, np.uint8)
    with open(folder / "raw.gray", "wb") as raw:
        for number in range(5 * rate):
            for row, value in enumerate((number, number * 1000 // rate)):
                bits = value << 8 | burnt_in.crc8(value)
                for cell in range(40):
                    where = slice(row * height // 20, (row + 1) * height // 20), slice(cell * width // 40, (cell + 1) * width // 40)
                    picture[where] = 200 if bits >> (39 - cell) & 1 else 40
            is_flash = number >= rate and number % rate < 3
            picture[3 * height // 8 : 5 * height // 8, 3 * width // 8 : 5 * width // 8] = 220 if is_flash else 30
            picture.tofile(raw)
    file = folder / "out.flv"
    beeps = f"aevalsrc='0.5*sin(2*PI*1000*t)*gte(t,1)*lt(mod(t-{shift / 1000},1),0.1)':s=48000:d=5"
    run(["ffmpeg", "-v", "error", "-f", "rawvideo", "-pix_fmt", "gray", "-s", f"{width}x{height}", "-r", rate, "-i",
         folder / "raw.gray", "-f", "lavfi", "-i", beeps, "-pix_fmt", "yuv420p", "-c:v", "libx264", "-tune", "zerolatency",
         "-c:a", "pcm_s16le", "-ar", "44100", file])
    assert frame_numbers(file) == list(range(5 * rate))
    flashes, beeps = flash_times(file), beep_times(file)
    assert [round(flash / 1000) for flash in flashes] == [1, 2, 3, 4]
    assert len(beeps) >= 4
    for flash in flashes:
        nearest = min(beeps, key=lambda beep: abs(beep - flash))
        assert abs(nearest - flash - shift) < 1.5, (flashes, beeps)


def test_ssim_tells_alike_from_unlike(folder):
    pictures = []
    for name in ("testsrc2", "testsrc"):
        file = folder / f"{name}.mkv"
        run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", f"{name}=size=320x180:rate=25", "-t", "1", "-c:v", "ffv1", "-pix_fmt",
             "yuv420p", file])
        pictures.append(luma(file))
    assert ssim(pictures[0], pictures[0], folder) == 1
    assert ssim(pictures[0], pictures[1], folder) < 0.6


def test_decode_clean_finds_a_broken_file(start, server, folder):
    publisher = publish(start, server.url("show"), 3)
    assert publisher.wait(40) == 0
    whole = server.recording("show").read_bytes()
    middle = len(whole) // 2
    (folder / "broken.flv").write_bytes(whole[:middle] + bytes(4000) + whole[middle + 4000 :])
    with pytest.raises(AssertionError):
        decode_clean(folder / "broken.flv")
    hashes = packet_hashes(server.recording("show"), "v")
    assert len(hashes) == 90 and len(set(hashes)) == 90


def test_listening_is_seen_without_a_connection(start):
    port = free_port()
    assert not is_listening(port)
    listener = start(["ffmpeg", "-v", "error", "-listen", "1", "-i", f"rtmp://127.0.0.1:{port}/live/x", "-f", "null", "-"])
    wait_until(lambda: is_listening(port), "ffmpeg listens")
    publisher = publish(start, f"rtmp://127.0.0.1:{port}/live/x", 1)
    assert (publisher.wait(), listener.wait()) == (0, 0)


def test_a_program_that_hangs_is_ended():
    process = Running(["bash", "-c", "trap '' TERM; sleep 1000 & echo $!; wait; wait; wait"])
    child = process.wait_for(lambda line: line.strip(), "it is up")
    with pytest.raises(AssertionError, match="still running"):
        process.wait(0.1)
    process.process.kill()
    process.end()
    assert process.process.returncode == -9
    wait_until(lambda: not pathlib.Path(f"/proc/{child}/cmdline").exists(), "its child is gone")

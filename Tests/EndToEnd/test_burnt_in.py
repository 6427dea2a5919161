"""Tests of burnt_in.py on pictures and sound made here, by the written description alone, and crossed by ffmpeg."""

import io
import pathlib
import shutil
import subprocess
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import burnt_in  # noqa: E402

needs_ffmpeg = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")


def draw(frame: int, milliseconds: int, flash: bool, width: int, height: int) -> np.ndarray:
    luma = np.tile(np.linspace(30, 180, width), (height, 1)).astype(np.uint8)
    for row, number in enumerate([frame, milliseconds]):
        bits = number << 8 | burnt_in.crc8(number)
        for column in range(40):
            luma[
                row * height // 20 : (row + 1) * height // 20, column * width // 40 : (column + 1) * width // 40
            ] = 200 if bits >> (39 - column) & 1 else 40
    luma[3 * height // 8 & ~1 : 5 * height // 8 & ~1, 3 * width // 8 & ~1 : 5 * width // 8 & ~1] = 235 if flash else 30
    return luma


def beep(sound: np.ndarray, start: float, rate: int) -> None:
    time = np.arange(len(sound)) / rate - start
    ramp = np.clip(np.minimum(time, 0.1 - time) * 1000, 0, 1)
    sound += 0.501 * ramp * np.sin(2 * np.pi * 1000 * time)


def test_crc_gives_the_catalogue_values():
    # CRC-8/SMBUS of "1234", worked out bit by bit; zero leaves no remainder.
    assert burnt_in.crc8(0x31323334) == 0xC2
    assert burnt_in.crc8(0) == 0
    assert burnt_in.crc8(1) == 0x07


@pytest.mark.parametrize("size", [(64, 36), (65, 37), (160, 90), (641, 361), (1280, 720)])
@pytest.mark.parametrize("number", [0, 1, 12345, 0xFFFFFFFF])
def test_a_picture_is_read_back(size, number):
    for flash in (False, True):
        assert burnt_in.read_frame(draw(number, number // 3, flash, *size)) == (number, number // 3, flash)


def test_a_damaged_cell_is_noticed():
    for row in range(2):
        for column in range(40):
            luma = draw(77, 2566, False, 160, 90)
            cell = luma[row * 90 // 20 : (row + 1) * 90 // 20, column * 4 : column * 4 + 4]
            cell[:] = 240 - cell
            assert burnt_in.read_frame(luma) is None


def test_planar_frames_are_split_and_a_last_piece_is_left_out():
    frames = b"".join(draw(n, n * 40, n == 2, 65, 37).tobytes() + bytes(33 * 19 * 2) for n in range(4))
    readings = list(burnt_in.read_frames(io.BytesIO(frames + b"tail"), 65, 37, "yuv420p"))
    assert readings == [(n, n * 40, n == 2) for n in range(4)]
    assert burnt_in.flash_onsets(readings) == [2]


def test_holes_are_named():
    readings = [burnt_in.Reading(n, 0, False) for n in (5, 6, 9, 9, 10)] + [None]
    assert burnt_in.missing_frames(readings) == [7, 8]
    assert burnt_in.missing_frames([]) == []


@pytest.mark.parametrize("rate", [44100, 48000])
def test_beeps_are_found_between_samples(rate):
    sound = 0.01 * np.sin(2 * np.pi * 440 * np.arange(4 * rate) / rate)
    starts = [1.0, 2.0 + 1 / 3 / rate, 3.0333]
    for start in starts:
        beep(sound, start, rate)
    assert burnt_in.beep_onsets(sound, rate) == pytest.approx(starts, abs=1e-4)
    words = (np.repeat(sound, 2) * 32767).astype("<i2").tobytes()
    assert burnt_in.beep_onsets(burnt_in.samples(words, 2, "s16le"), rate) == pytest.approx(starts, abs=1e-4)


def test_other_tones_are_no_beeps():
    for frequency in (0, 440, 2000, 3000):
        assert burnt_in.beep_onsets(0.3 * np.sin(2 * np.pi * frequency * np.arange(96000) / 48000), 48000) == []


@needs_ffmpeg
@pytest.mark.parametrize("size", [(160, 90), (1280, 720)])
def test_numbers_and_beeps_cross_the_encoders(size, tmp_path):
    width, height = size
    count = 32
    (tmp_path / "a.gray").write_bytes(b"".join(draw(n, n * 40, n % 25 < 3, *size).tobytes() for n in range(count)))
    sound = np.zeros(96000)
    beep(sound, 1.0, 48000)
    (tmp_path / "a.f32").write_bytes(sound.astype("<f4").tobytes())

    def ffmpeg(arguments: str) -> bytes:
        command = ["ffmpeg", "-nostdin", "-loglevel", "error", "-y", *arguments.split()]
        return subprocess.run(command, cwd=tmp_path, check=True, stdout=subprocess.PIPE).stdout

    ffmpeg(
        f"-f rawvideo -pix_fmt gray -s {width}x{height} -r 25 -i a.gray -f f32le -ar 48000 -ac 1 -i a.f32 "
        "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -b:v 500k -c:a aac a.mp4"
    )
    raw = ffmpeg("-i a.mp4 -fps_mode passthrough -f rawvideo -pix_fmt yuv420p -")
    readings = list(burnt_in.read_frames(io.BytesIO(raw), width, height, "yuv420p"))
    assert readings == [(n, n * 40, n % 25 < 3) for n in range(count)]
    heard = burnt_in.beep_onsets(burnt_in.samples(ffmpeg("-i a.mp4 -vn -f f32le -")), 48000)
    assert heard == pytest.approx([1.0], abs=2e-3)

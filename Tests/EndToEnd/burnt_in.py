"""Reads what the simulated camera burns into its pictures, and hears the beeps of the simulated microphone.

The top tenth of a picture of W x H pixels holds two rows of 40 cells. Cell c of row r spans x in [c*W//40, (c+1)*W//40)
and y in [r*H//20, (r+1)*H//20); bright is one. A row is a 32-bit number, most significant bit first, then its CRC-8
(polynomial 0x07, start 0, over the four bytes, highest first). Row 0 is the frame number, row 1 the time since the epoch
in whole milliseconds, rounded down. The lamp, x in [3W//8, 5W//8) and y in [3H//8, 5H//8), is bright in flash frames. A
cell's value is the mean of its central half ([start + length//4, end - length//4) both ways); above 120 is bright.

Beeps are 1 kHz, far louder than the tone beneath, with linear ramps of 1 ms; beep and flash start at the same time.

As a program, one JSON object a line:

    ffmpeg -i FILE -fps_mode passthrough -f rawvideo -pix_fmt gray - | burnt_in.py frames --size 1280x720
    ffmpeg -i FILE -f f32le -ac 1 - | burnt_in.py beeps --rate 48000

Without `passthrough` ffmpeg repeats and leaves out pictures to keep its own rate.
"""

import argparse
import json
import sys
from typing import BinaryIO, Iterator, NamedTuple, Optional

import numpy as np

THRESHOLD = 120
# Bytes of a frame for each byte of its luma.
FRAME_BYTES = {"gray": 1.0, "yuv420p": 1.5, "nv12": 1.5}


class Reading(NamedTuple):
    """What one picture says about itself."""

    frame: int
    milliseconds: int
    flash: bool


def crc8(number: int) -> int:
    """CRC-8, polynomial 0x07, start 0, of the four bytes of `number`, highest first."""
    remainder = 0
    for byte in number.to_bytes(4, "big"):
        remainder ^= byte
        for _ in range(8):
            remainder = (remainder << 1) ^ 0x107 if remainder & 0x80 else remainder << 1
    return remainder


def _is_bright(luma: np.ndarray, left: int, right: int, top: int, bottom: int) -> bool:
    dx, dy = (right - left) // 4, (bottom - top) // 4
    return float(luma[top + dy : bottom - dy, left + dx : right - dx].mean()) > THRESHOLD


def read_frame(luma: np.ndarray) -> Optional[Reading]:
    """Reads one picture, a (height, width) array of luma; None where a checksum fails."""
    height, width = luma.shape
    if width < 40 or height < 20:
        return None
    numbers = []
    for row in range(2):
        bits = 0
        for column in range(40):
            left, right = column * width // 40, (column + 1) * width // 40
            top, bottom = row * height // 20, (row + 1) * height // 20
            bits = bits << 1 | _is_bright(luma, left, right, top, bottom)
        if crc8(bits >> 8) != bits & 0xFF:
            return None
        numbers.append(bits >> 8)
    flash = _is_bright(luma, 3 * width // 8, 5 * width // 8, 3 * height // 8, 5 * height // 8)
    return Reading(numbers[0], numbers[1], flash)


def read_frames(
    stream: BinaryIO, width: int, height: int, pixels: str = "gray"
) -> Iterator[Optional[Reading]]:
    """Reads raw frames one after the other until `stream` ends; None in place of one that cannot be read.

    `pixels` is `gray`, `yuv420p` or `nv12`. A piece of a frame at the end is left out.
    """
    chroma = (width + 1) // 2 * ((height + 1) // 2) * 2 if FRAME_BYTES[pixels] > 1 else 0
    size = width * height + chroma
    while True:
        frame = stream.read(size)
        while 0 < len(frame) < size:
            more = stream.read(size - len(frame))
            if not more:
                break
            frame += more
        if len(frame) < size:
            return
        yield read_frame(np.frombuffer(frame, np.uint8, width * height).reshape(height, width))


def flash_onsets(readings: list[Optional[Reading]]) -> list[int]:
    """Positions in `readings` at which a flash starts: bright after a readable dark picture."""
    return [
        index
        for index in range(1, len(readings))
        if readings[index] and readings[index].flash and readings[index - 1] and not readings[index - 1].flash
    ]


def missing_frames(readings: list[Optional[Reading]]) -> list[int]:
    """Frame numbers between the first and the last readable one that are not there."""
    numbers = [reading.frame for reading in readings if reading]
    return sorted(set(range(min(numbers), max(numbers) + 1)) - set(numbers)) if numbers else []


def samples(data: bytes, channels: int = 1, form: str = "f32le") -> np.ndarray:
    """The first channel of interleaved raw sound, full scale 1; `form` is `f32le` or `s16le`."""
    kind, scale = {"f32le": ("<f4", 1.0), "s16le": ("<i2", 1 / 32768)}[form]
    whole = len(data) // (np.dtype(kind).itemsize * channels) * channels
    return np.frombuffer(data, kind, whole)[::channels].astype(np.float64) * scale


def beep_onsets(sound: np.ndarray, rate: int) -> list[float]:
    """When each beep starts, in seconds from the first sample; good to about 0.1 ms on clean sound.

    The envelope of 1 kHz over a window of 5 ms passes half of the beep's plateau half a window and half a ramp after
    the beep has begun.
    """
    window = rate // 200
    if len(sound) < window:
        return []
    phase = 2 * np.pi * ((1000 * np.arange(len(sound), dtype=np.int64)) % rate) / rate
    sums = np.concatenate([[0], np.cumsum(sound * np.exp(1j * phase))])
    # Element n: the window that ends with sample n + window - 1.
    envelope = 2 * np.abs(sums[window:] - sums[:-window]) / window
    loud = envelope >= 0.05
    starts = np.flatnonzero(loud & ~np.concatenate([[False], loud[:-1]]))
    onsets = []
    for start in starts:
        rise = envelope[start : start + rate // 25 + 1]
        if len(rise) <= rate // 25 or not (rise >= 0.05).all() or rise.max() < 0.1:
            continue
        half = rise.max() / 2
        index = int(np.argmax(rise >= half))
        before = rise[index - 1] if index > 0 else 0.05
        part = (half - before) / (rise[index] - before) if rise[index] > before else 1.0
        crossing = start + window - 1 + index - 1 + part
        onsets.append(float(crossing - (window - 1) / 2) / rate - 0.0005)
    return onsets


def main() -> int:
    parser = argparse.ArgumentParser(description="Reads burnt-in numbers and beeps from raw video or sound on stdin.")
    kinds = parser.add_subparsers(dest="kind", required=True)
    frames = kinds.add_parser("frames", help="one line a frame: number, milliseconds and flash, or null")
    frames.add_argument("--size", required=True, help="WIDTHxHEIGHT")
    frames.add_argument("--pixels", default="gray", choices=sorted(FRAME_BYTES))
    beeps = kinds.add_parser("beeps", help="one line a beep: its start in seconds")
    beeps.add_argument("--rate", type=int, required=True, help="samples a second")
    beeps.add_argument("--channels", type=int, default=1)
    beeps.add_argument("--format", default="f32le", choices=["f32le", "s16le"])
    options = parser.parse_args()
    if options.kind == "frames":
        width, height = map(int, options.size.split("x"))
        for reading in read_frames(sys.stdin.buffer, width, height, options.pixels):
            print(json.dumps(reading._asdict() if reading else None))
    else:
        for onset in beep_onsets(samples(sys.stdin.buffer.read(), options.channels, options.format), options.rate):
            print(json.dumps({"beep": round(onset, 6)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())

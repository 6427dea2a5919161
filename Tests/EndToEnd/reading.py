"""Reads back what the simulated camera burns in and what the simulated microphone beeps.

The top tenth of a picture holds two rows of 40 cells, bright for one and dark for zero: a 32-bit number, highest bit
first, and its CRC-8 (polynomial 0x07). The first row is the camera's frame number, the second its time in
milliseconds. In the middle quarter of the picture a lamp flashes once a second, with a beep of 1 kHz.
"""

import numpy as np

from media import ffprobe_json, luma, sound, tracks

COLUMNS, ROWS, THRESHOLD = 40, 2, 120


def crc8(number):
    remainder = 0
    for byte in number.to_bytes(4, "big"):
        remainder ^= byte
        for _ in range(8):
            remainder = (remainder << 1) ^ (0x107 if remainder & 0x80 else 0)
    return remainder


def edges(count, length):
    """The central half of each cell, as slices."""
    found = []
    for index in range(count):
        start, end = index * length // count, (index + 1) * length // count
        quarter = (end - start) // 4
        found.append(slice(start + quarter, end - quarter))
    return found


def read_row(strip, row):
    """The number in one row of every picture; None where its check fails."""
    height, width = strip.shape[1] * 10, strip.shape[2]
    rows = slice(row * height // 20 + height // 80, (row + 1) * height // 20 - height // 80)
    cells = [strip[:, rows, columns].mean(axis=(1, 2)) > THRESHOLD for columns in edges(COLUMNS, width)]
    numbers = []
    for bits in np.array(cells).T:
        value = int("".join("1" if bit else "0" for bit in bits), 2)
        number, check = value >> 8, value & 0xFF
        numbers.append(number if crc8(number) == check else None)
    return numbers


def strip(source):
    stream = ffprobe_json(source, "-select_streams", "v:0", "-show_streams")["streams"][0]
    width, height = stream["width"], stream["height"]
    return luma(source, crop="iw:ih/10:0:0", size=(width, height // 10))


def frame_numbers(source):
    """The camera's frame number in every decoded picture, in order; fails where one cannot be read."""
    numbers = read_row(strip(source), 0)
    assert None not in numbers, f"picture {numbers.index(None)} of {len(numbers)} cannot be read"
    return numbers


def flash_times(source):
    """When each flash is first shown, in milliseconds of the stream."""
    stream = ffprobe_json(source, "-select_streams", "v:0", "-show_streams")["streams"][0]
    width, height = stream["width"], stream["height"]
    lamp = luma(source, crop="iw/8:ih/8:iw*7/16:ih*7/16", size=(width // 8, height // 8))
    bright = lamp.mean(axis=(1, 2)) > THRESHOLD
    video, _ = tracks(source)
    times = sorted(video.times("pts"))
    return [float(times[index]) for index in range(1, len(bright)) if bright[index] and not bright[index - 1]]


def beep_times(source):
    """When each beep starts, in milliseconds of the stream, as a player hears it."""
    samples, rate = sound(source)
    _, audio = tracks(source)
    origin = float(audio.times("pts")[0])
    # The envelope of 1 kHz over 5 ms passes half its height 3 ms after the start: half the window, half the ramp of 1 ms.
    phase = 2 * np.pi * 1000 * np.arange(len(samples)) / rate
    window = rate // 200
    sums = np.cumsum(np.concatenate([[0], samples * np.exp(1j * phase)]))
    envelope = np.abs(sums[window:] - sums[:-window]) * 2 / window
    loud = envelope > envelope.max() / 2
    starts = np.flatnonzero(loud[1:] & ~loud[:-1]) + 1
    return [origin + (start + window / 2) * 1000 / rate - 0.5 for start in starts]

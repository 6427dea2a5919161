"""What independent programs (ffprobe, ffmpeg) say about a stream."""

import dataclasses
import fractions
import json
import math

import numpy as np

from processes import run


def ffprobe_json(source, *options):
    done = run(["ffprobe", "-v", "error", "-of", "json", *options, source])
    return json.loads(done.stdout)


def decode_clean(source):
    """Decodes every picture and sample; the smallest complaint fails."""
    # Raw outputs: the null muxer complains about times that were only guessed from a rounded frame rate.
    outputs = {
        "video": ["-map", "0:v", "-fps_mode", "passthrough", "-f", "rawvideo", "/dev/null"],
        "audio": ["-map", "0:a", "-f", "s16le", "/dev/null"],
    }
    kinds = {stream["codec_type"] for stream in ffprobe_json(source, "-show_streams")["streams"]}
    wanted = [word for kind in sorted(kinds & outputs.keys()) for word in outputs[kind]]
    done = run(["ffmpeg", "-v", "error", "-xerror", "-err_detect", "explode", "-y", "-i", source, *wanted])
    # Some complaints do not reach the exit code.
    assert done.stderr == b"", done.stderr.decode("utf-8", "replace")[-1000:]


@dataclasses.dataclass
class Track:
    stream: dict
    packets: list

    def times(self, field):
        """`pts` or `dts` of every packet, exact, in milliseconds."""
        base = fractions.Fraction(self.stream["time_base"]) * 1000
        return [int(packet[field]) * base for packet in self.packets]


def tracks(source):
    """The video and the audio track; None for one that is not there."""
    probed = ffprobe_json(source, "-show_streams", "-show_packets")
    found = {}
    for stream in probed["streams"]:
        packets = [packet for packet in probed["packets"] if packet["stream_index"] == stream["index"]]
        found.setdefault(stream["codec_type"], Track(stream, packets))
    return found.get("video"), found.get("audio")


def round_half_up(value):
    return math.floor(value + fractions.Fraction(1, 2))


def grid_numbers(times, rate, origin=None):
    """The k of every time, where all times are round(1000·k/rate) + c with one c; fails where one is not.

    `times` are in milliseconds. With `origin` None, c is whatever it must be: a server or a file format may begin to
    count at another moment. Else it is `origin`.
    """
    rate = fractions.Fraction(rate)
    base = times[0] if origin is None else origin
    times = [fractions.Fraction(time - base) for time in times]
    assert all(time.denominator == 1 for time in times), "times are not whole milliseconds apart"
    times = [int(time) for time in times]
    worst = (-1, 0)
    # How the rounding goes on depends on the first k, and repeats with the numerator of the rate.
    for first in range(min(rate.numerator, 1000)) if origin is None else (None,):
        offset = times[0] - round_half_up(first * 1000 / rate) if origin is None else 0
        numbers = []
        for time in times:
            k = round_half_up((time - offset) * rate / 1000)
            if round_half_up(k * 1000 / rate) + offset != time:
                worst = max(worst, (len(numbers), time))
                break
            numbers.append(k)
        else:
            return numbers
    raise AssertionError(f"time {worst[0]} ({worst[1]} ms) is not round(1000·k/{rate}): {times[:10]} …")


def rises(values):
    return all(earlier < later for earlier, later in zip(values, values[1:]))


def first_nal_types(source):
    """The NAL unit types of the first access unit (ITU-T H.264, table 7-1)."""
    data = run(
        ["ffmpeg", "-v", "error", "-i", source, "-map", "0:v:0", "-c", "copy", "-bsf:v", "h264_mp4toannexb", "-frames:v", "1",
         "-f", "h264", "-"]
    ).stdout
    types = []
    position = data.find(b"\0\0\1")
    while position >= 0:
        types.append(data[position + 3] & 31)
        position = data.find(b"\0\0\1", position + 3)
    return types


def luma(source, crop=None, size=None):
    """Every decoded picture's luma as (pictures, rows, columns), as the decoder gave it.

    `crop` is an ffmpeg crop such as `iw:ih/10:0:0`; `size` (columns, rows) is then what comes out.
    """
    if size is None:
        stream = ffprobe_json(source, "-select_streams", "v:0", "-show_streams")["streams"][0]
        size = (stream["width"], stream["height"])
    # The plane first: a crop of 4:2:0 pictures would be rounded to even pixels.
    filters = ["extractplanes=y"] + ([f"crop={crop}"] if crop else [])
    data = run(
        ["ffmpeg", "-v", "error", "-i", source, "-map", "0:v:0", "-fps_mode", "passthrough", "-vf", ",".join(filters), "-f",
         "rawvideo", "-"]
    ).stdout
    return np.frombuffer(data, np.uint8).reshape(-1, size[1], size[0])


def sound(source):
    """All channels mixed to one, as float samples, and their rate."""
    stream = ffprobe_json(source, "-select_streams", "a:0", "-show_streams")["streams"][0]
    data = run(
        ["ffmpeg", "-v", "error", "-i", source, "-map", "0:a:0", "-ac", "1", "-f", "f32le", "-c:a", "pcm_f32le", "-"]
    ).stdout
    return np.frombuffer(data, np.float32), int(stream["sample_rate"])


def packet_hashes(source, kind):
    """A hash of every packet's bytes of one track (`v` or `a`), without its times."""
    text = run(
        ["ffmpeg", "-v", "error", "-i", source, "-map", f"0:{kind}:0", "-c", "copy", "-f", "framehash", "-hash", "md5", "-"]
    ).stdout.decode()
    # stream, dts, pts, duration, size, hash, and what belongs to side data.
    return [line.split(",")[5].strip() for line in text.splitlines() if line and not line.startswith("#")]


def pull(url, seconds, output):
    """Takes `seconds` of a live stream as a viewer would, without touching the packets."""
    run(["ffmpeg", "-v", "error", "-y", "-rw_timeout", "20000000", "-i", url, "-map", "0", "-c", "copy", "-t", seconds, output],
        deadline=60 + seconds)
    return output


def ssim(shown, reference, folder):
    """ffmpeg's SSIM of two equally long runs of luma pictures, as `luma` gives them."""
    assert shown.shape == reference.shape and len(shown) > 0
    files = folder / "shown.gray", folder / "reference.gray"
    inputs = []
    for pictures, file in zip((shown, reference), files):
        pictures.astype(np.uint8).tofile(file)
        size = f"{pictures.shape[2]}x{pictures.shape[1]}"
        inputs += ["-f", "rawvideo", "-pix_fmt", "gray", "-s", size, "-r", "25", "-i", file]
    text = run(["ffmpeg", "-v", "info", "-nostats", *inputs, "-lavfi", "ssim", "-f", "null", "-"]).stderr.decode("utf-8", "replace")
    return float(text.rsplit("SSIM Y:", 1)[1].split()[0])

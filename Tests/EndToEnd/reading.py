"""What the simulated camera and microphone say in a stream, in the stream's own time."""

import subprocess

import burnt_in
from media import ffprobe_json, sound, tracks


def readings(source):
    """What every decoded picture says about itself; fails where one cannot be read."""
    stream = ffprobe_json(source, "-select_streams", "v:0", "-show_streams")["streams"][0]
    # The luma plane as it is: other ways to gray would stretch its range.
    decoder = subprocess.Popen(
        ["ffmpeg", "-v", "error", "-i", source, "-map", "0:v:0", "-fps_mode", "passthrough", "-vf", "extractplanes=y", "-f",
         "rawvideo", "-"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
    )
    with decoder:
        found = list(burnt_in.read_frames(decoder.stdout, stream["width"], stream["height"]))
    assert decoder.returncode == 0
    assert None not in found, f"picture {found.index(None)} of {len(found)} cannot be read"
    return found


def frame_numbers(source):
    """The camera's frame number in every decoded picture, in order."""
    return [reading.frame for reading in readings(source)]


def flash_times(source):
    """When each flash is first shown, in milliseconds of the stream."""
    video, _ = tracks(source)
    times = sorted(video.times("pts"))
    return [float(times[index]) for index in burnt_in.flash_onsets(readings(source))]


def beep_times(source):
    """When each beep starts, in milliseconds of the stream, as a player hears it."""
    samples, rate = sound(source)
    _, audio = tracks(source)
    origin = float(audio.times("pts")[0])
    return [origin + 1000 * onset for onset in burnt_in.beep_onsets(samples, rate)]

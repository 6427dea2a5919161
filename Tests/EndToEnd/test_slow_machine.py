"""A machine that is too slow for what it is asked to encode."""

import itertools

import pytest

from media import decode_clean, rises, tracks

SECONDS = 24


@pytest.mark.alone
@pytest.mark.long
def test_an_encoder_that_is_too_slow_does_less_and_sound_goes_on(live, start, folder, server):
    """One core, half of it taken by somebody else, and 1080p60."""
    core = ("taskset", "-c", "0")
    start([*core, "sh", "-c", "while :; do :; done"])
    file = folder / "out.flv"
    process = live(
        "--record", file, "--to", server.url("slow"), "--size", "1920x1080", "--fps", "60", "--bitrate", "6000", "--preset",
        "veryfast", "--duration", str(SECONDS), prefix=core,
    )
    summary = process.finish(deadline=90)
    changes = process.of("encoder")
    assert changes and changes[0]["step"] == 1
    steps = [change["step"] for change in changes]
    print(f"steps {steps}, {summary['pictures']}")
    # Not up and down: whatever it comes to, it goes there straight.
    assert all(later == earlier + 1 for earlier, later in zip(steps, steps[1:]))
    video, audio = tracks(file)
    assert rises(video.times("dts")) and rises(audio.times("dts"))
    gaps = [float(later - earlier) for earlier, later in zip(audio.times("pts"), audio.times("pts")[1:])]
    assert max(gaps) <= 24, f"a hole of {max(gaps)} ms in the sound"
    # Every point of the grid is a picture, or counted: missed by the mixer, skipped before the encoder, or left out on purpose.
    # Of those missed by the mixer some may be from before the file; of the others, what waited at the end.
    counts = summary["pictures"]
    numbers = [round(time * 60 / 1000) for time in video.times("pts")]
    missing = numbers[-1] - numbers[0] + 1 - len(numbers)
    on_purpose = counts["skipped"] + counts["thinned"]
    assert on_purpose - 5 <= missing <= on_purpose + counts["lagged"] + 5, (missing, counts)
    # What viewers see is not late: four pictures wait at most, and the slowest step takes a while.
    status = process.of("statistics")[-1]
    assert status["destinations"][0]["latencyMedianMilliseconds"] < 1000
    decode_clean(file)
    # The first encoder's headers, and those of each that came after it.
    sizes = [change["width"] for change in changes]
    assert all(later <= earlier for earlier, later in itertools.pairwise(sizes))

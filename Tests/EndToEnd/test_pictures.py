"""What the pictures and the sound say after their way through encoder, network and decoder."""

import fractions

import numpy as np
import pytest

from media import decode_clean, ffprobe_json, luma, ssim, tracks
from processes import run
from reading import beep_times, flash_times, frame_numbers


def losses(summary):
    """Captured pictures that no viewer sees, by what the statistics say about them."""
    pictures = summary["pictures"]
    dropped = sum(output["dropped"] for output in summary["destinations"])
    return pictures["late"] + pictures["lagged"] + pictures["skipped"] + pictures["poolEmpty"] + dropped


@pytest.mark.long
def test_every_picture_arrives_or_is_counted(live, server):
    process = live(
        "--to", server.url("show"), "--profile", "720p_3", "--fps", "30", "--bitrate", "2500", "--duration", "60"
    )
    summary = process.finish(deadline=120)
    recorded = server.recording("show")
    numbers = frame_numbers(recorded)
    assert len(numbers) > 1700
    assert all(earlier <= later for earlier, later in zip(numbers, numbers[1:])), "a picture came back"
    missing = set(range(numbers[0], numbers[-1] + 1)) - set(numbers)
    repeated = len(numbers) - len(set(numbers))
    print("missing", len(missing), "repeated", repeated, "counted", summary["pictures"])
    assert len(missing) == losses(summary), (sorted(missing)[:20], summary)
    assert repeated == summary["pictures"]["repeated"], summary["pictures"]
    decode_clean(recorded)


@pytest.mark.parametrize("rate", ["30", "30000/1001", "25"])
def test_flash_and_beep_are_in_step(live, server, rate):
    live("--to", server.url("show"), "--size", "640x360", "--fps", rate, "--duration", "8").finish(deadline=40)
    recorded = server.recording("show")
    flashes, beeps = flash_times(recorded), beep_times(recorded)
    assert len(flashes) >= 5 and len(beeps) >= 5
    for flash in flashes:
        nearest = min(beeps, key=lambda beep: abs(beep - flash))
        assert abs(nearest - flash) <= 20, (flashes, beeps)


def nearest_pictures(received, original, first, reach=4):
    """For every received picture the number of the original it shows: the closest one from the last on."""
    chosen = []
    position = first
    for picture in received:
        candidates = [(position + step) % len(original) for step in range(reach)]
        errors = [np.mean((picture.astype(np.float32) - original[number]) ** 2) for number in candidates]
        position = candidates[int(np.argmin(errors))]
        chosen.append(position)
    return chosen


@pytest.mark.parametrize("clip", ["bikes", "bigbuckbunny"])
def test_a_file_comes_back_as_it_was(live, server, folder, clips, clip):
    source = clips / f"{clip}.mp4"
    stream = ffprobe_json(source, "-select_streams", "v:0", "-show_streams")["streams"][0]
    size, rate = (stream["width"], stream["height"]), fractions.Fraction(stream["r_frame_rate"])
    mic = ("--mic", f"file:{source}") if clip == "bigbuckbunny" else ("--mic", "none")
    live(
        "--to", server.url("show"), "--camera", f"file:{source}", *mic, "--size", f"{size[0]}x{size[1]}", "--fps", f"{rate}",
        "--bitrate", "2000", "--duration", "5",
    ).finish(deadline=40)
    recorded = server.recording("show")
    decode_clean(recorded)
    small = dict(crop=None, size=None)
    received, original = luma(recorded, **small)[:, ::4, ::4], luma(source, **small)[:, ::4, ::4].astype(np.float32)
    assert len(received) >= 5 * rate - 5
    start = int(np.argmin([np.mean((received[0] - picture) ** 2) for picture in original]))
    chosen = nearest_pictures(received, original, start)
    steps = [(later - earlier) % len(original) for earlier, later in zip(chosen, chosen[1:])]
    # The clip's own rate: every picture once. A repeat or a gap may happen on a busy machine, not a habit.
    assert steps.count(1) >= 0.95 * len(steps), steps
    # The reference, in the order in which it was shown, as ffmpeg sees it.
    order = "+".join(f"eq(n,{number})" for number in sorted(set(chosen)))
    reference, shown = folder / "reference.mkv", folder / "shown.mkv"
    keep = [index for index, number in enumerate(chosen) if number not in chosen[:index]]
    # After the clip has begun anew its pictures come in another order: compare up to there.
    turn = next((index for index, step in enumerate(steps, 1) if chosen[index] < chosen[index - 1]), len(chosen))
    keep = [index for index in keep if index < turn]
    order = "+".join(f"eq(n,{chosen[index]})" for index in keep)
    taken = "+".join(f"eq(n,{index})" for index in keep)
    for place, selection, output in ((source, order, reference), (recorded, taken, shown)):
        run(["ffmpeg", "-v", "error", "-i", place, "-map", "0:v:0", "-fps_mode", "passthrough", "-vf", f"select={selection}",
             "-c:v", "ffv1", output])
    assert len(keep) >= 2 * rate
    value = ssim(shown, reference)
    print("SSIM", value)
    assert value >= 0.95


def test_sound_of_a_file_comes_back(live, server, clips):
    from media import sound

    source = clips / "bigbuckbunny.mp4"
    live(
        "--to", server.url("show"), "--camera", f"file:{source}", "--mic", f"file:{source}", "--size", "320x180", "--duration", "6"
    ).finish(deadline=40)
    recorded = server.recording("show")
    received, rate = sound(recorded)
    original, original_rate = sound(source)
    assert rate in (44100, 48000)
    # Loudness second by second follows the original's somewhere: compare the envelopes.
    def envelope(samples, per_second):
        step = per_second // 50
        return np.sqrt(np.mean(samples[: len(samples) // step * step].reshape(-1, step) ** 2, axis=1))

    heard, meant = envelope(received, rate), envelope(original, original_rate)
    heard = heard[: len(meant) - 10]
    scores = [np.corrcoef(heard[shift : shift + 200], meant[:200])[0, 1] for shift in range(0, min(40, len(heard) - 200))]
    assert max(scores) > 0.95, max(scores)


def test_mirrored_pictures(live, folder):
    plain, mirrored = folder / "plain.flv", folder / "mirrored.flv"
    for file, option in ((plain, ()), (mirrored, ("--mirror",))):
        live("--record", file, "--duration", "2", "--size", "640x360", *option).finish()
    # The strip with the numbers is the picture's most unsymmetrical part.
    numbers = frame_numbers(plain)
    pictures = luma(mirrored)
    from reading import read_row

    flipped = read_row(pictures[:, :36, ::-1], 0)
    assert None not in flipped and None not in numbers
    video, _ = tracks(mirrored)
    assert len(flipped) == len(video.packets)

"""Whole broadcasts from real drivers, while what people plug in fails the way it does."""

import json
import time

import numpy as np
import pytest

import reading
from media import decode_clean, ffprobe_json, grid_numbers, rises, sound, tracks
from vm import SLOWER
from waiting import let_pass, wait_until

pytestmark = pytest.mark.vm

RATE = 10
USB, VIVID = "v4l2:OnAir_Test_Camera@1d6b:0104:SN0001", "v4l2:vivid@platform:vivid-000"
# What a machine that translates every instruction can carry.
SMALL = ("--size", "160x120", "--fps", RATE, "--preset", "ultrafast", "--bitrate", "600")


def microphone_of(vm, name="OnAir Test Camera"):
    """The ID of the microphone in a plugged camera."""
    found = [device["id"] for device in vm.devices()["microphones"] if name in device["name"] and device["id"].startswith("alsa:")]
    assert len(found) == 1, vm.devices()["microphones"]
    return found[0]


def check_timeline(file, summary, has_sound=True):
    """Pictures at a constant rate, sound without a gap, whatever happened to the devices."""
    decode_clean(file)
    video, audio = tracks(file)
    numbers = grid_numbers(sorted(video.times("pts")), RATE)
    assert rises(numbers)
    pictures = summary["pictures"]
    missing = numbers[-1] - numbers[0] + 1 - len(numbers)
    # What a slow machine left out it has told.
    assert missing <= pictures["skipped"] + pictures["lagged"], (missing, pictures)
    print(f"{len(numbers)} pictures, {missing} left out, {pictures['repeated']} repeated")
    assert (audio is not None) == has_sound
    if has_sound:
        times = [float(time) for time in audio.times("pts")]
        steps = np.diff(times)
        assert abs(steps - 1024 / 48).max() <= 1.01, "the sound has a gap"
        # Sound and pictures belong to the same time.
        assert abs(times[-1] - float(max(video.times("pts")))) < 500


def states(process, kind):
    return [event["state"] for event in process.of("device") if event["mediaType"] == kind]


def wait_for_device(process, kind, state, since, deadline=60):
    """The time of the first event of a device after `since`."""

    def found():
        for name, when, line in list(process.lines):
            if name == "out" and line and when > since and line.startswith("{"):
                event = json.loads(line)
                if event["event"] == "device" and event["mediaType"] == kind and event["state"] == state:
                    return when
        return None

    return wait_until(found, f"the {kind} device is {state}\n{process.tail()}", deadline)


def test_a_broadcast_from_a_usb_camera_and_its_microphone_to_a_server(vm):
    vm.plug("--beeps")
    server = vm.begin(["ffmpeg", "-v", "error", "-y", "-listen", "1", "-i", "rtmp://127.0.0.1:1935/live/x", "-c", "copy",
                       "/out/received.flv"])
    vm.run("for i in $(seq 200); do grep -q ':078F .* 0A ' /proc/net/tcp && exit; sleep 0.1; done; exit 1")
    process = vm.live("--camera", USB, "--mic", microphone_of(vm), "--to",
                      "rtmp://127.0.0.1:1935/live/x", *SMALL, "--duration", "8")
    summary = process.finish(deadline=90)
    server.wait(30)
    file = vm.host("/out/received.flv")
    streams = {stream["codec_type"]: stream for stream in ffprobe_json(file, "-show_streams")["streams"]}
    assert (streams["video"]["codec_name"], streams["video"]["width"], streams["video"]["height"]) == ("h264", 160, 120)
    assert streams["audio"]["codec_name"] == "aac"
    check_timeline(file, summary)
    # The camera's own numbers and flashes, and the beeps beside them.
    assert rises(sorted(set(reading.frame_numbers(file))))
    flashes, beeps = reading.flash_times(file), reading.beep_times(file)
    offsets = [min((beep - flash for beep in beeps), key=abs) for flash in flashes if beeps[0] - 200 < flash < beeps[-1] + 200]
    print("beep after flash, ms:", [round(offset) for offset in offsets])
    # A picture stands for a tenth of a second here, and a flash lasts no longer: it may be seen in the next one only.
    assert len(offsets) >= 3 and abs(np.median(offsets)) < 1000 / RATE / 2 + 40
    assert all(abs(offset) < 1000 / RATE + 40 for offset in offsets)


def test_camera_and_microphone_are_pulled_out_and_come_back_on_another_node(vm):
    camera = vm.plug()
    node = camera.node
    process = vm.live("--camera", USB, "--mic", microphone_of(vm), "--record",
                      "/out/replug.flv", *SMALL)
    process.wait_for_event("statistics", 60)
    let_pass(2)
    pulled = time.monotonic()
    camera.unplug()
    wait_for_device(process, "video", "interrupted", pulled)
    wait_for_device(process, "audio", "interrupted", pulled)
    # Its number is taken by another.
    blocker = vm.plug("--no-microphone", "--product", "Newcomer", "--serial", "other", port=1)
    assert blocker.node == node
    plugged = time.monotonic()
    again = vm.plug()
    assert again.node != node
    picture = wait_for_device(process, "video", "running", plugged) - plugged
    sound_ = wait_for_device(process, "audio", "running", plugged) - plugged
    print(f"camera back after {picture:.1f} s, sound after {sound_:.1f} s on the wall's clock, enumeration included")
    let_pass(2)
    process.interrupt(60)
    summary = process.events[-1]
    check_timeline(vm.host("/out/replug.flv"), summary)
    # The chosen one won over the newcomer.
    assert summary["camera"]["id"] == USB
    assert blocker.report()["frames"] == 0
    # Enumeration takes a second or more here, which no program can shorten.
    assert picture < 2 * SLOWER + 3 and sound_ < 3 * SLOWER + 3


def test_frozen_slow_and_damaged_pictures_leave_the_program_as_it_is(vm):
    camera = vm.plug("--no-microphone", "--only", "MJPG")
    process = vm.live("--camera", USB, "--mic", "none", "--record", "/out/faults.flv", *SMALL)
    process.wait_for_event("statistics", 60)
    let_pass(1)

    def corrupt():
        return process.of("statistics")[-1]["pictures"]["corrupt"]

    for kind in ("truncated", "garbage", "wrong-size", "empty"):
        before = corrupt()
        camera.tell("fault", kind, "6")
        let_pass(2)
        if kind != "empty":
            # The driver itself swallows what has no byte.
            wait_until(lambda: corrupt() > before or kind == "wrong-size", f"{kind} pictures are counted\n{process.tail()}", 20)
    camera.tell("slow")
    let_pass(2)
    camera.tell("fast")
    frozen = time.monotonic()
    camera.tell("freeze")
    lost = wait_for_device(process, "video", "interrupted", frozen) - frozen
    thawed = time.monotonic()
    camera.tell("thaw")
    back = wait_for_device(process, "video", "running", thawed) - thawed
    print(f"frozen: told after {lost:.1f} s, back {back:.1f} s after it gave pictures again")
    assert back < 2 * SLOWER
    let_pass(1)
    process.interrupt(60)
    check_timeline(vm.host("/out/faults.flv"), process.events[-1], has_sound=False)


def test_a_virtual_camera_is_unbound_while_it_streams_and_bound_again(vm):
    process = vm.live("--camera", VIVID, "--mic", "none", "--record", "/out/unbound.flv", *SMALL)
    process.wait_for_event("statistics", 60)
    gone = time.monotonic()
    try:
        vm.run("echo vivid.0 > /sys/bus/platform/drivers/vivid/unbind")
        wait_for_device(process, "video", "interrupted", gone)
    finally:
        bound = time.monotonic()
        vm.run("echo vivid.0 > /sys/bus/platform/drivers/vivid/bind")
    back = wait_for_device(process, "video", "running", bound) - bound
    print(f"back after {back:.1f} s on the wall's clock")
    assert back < 2 * SLOWER
    let_pass(1)
    process.interrupt(60)
    check_timeline(vm.host("/out/unbound.flv"), process.events[-1], has_sound=False)


def test_two_cameras_and_two_microphones_at_once(vm):
    vm.plug()
    vm.plug("--product", "Second Camera", "--serial", "SN2", port=1)
    pairs = [(USB, "OnAir Test Camera"), ("v4l2:Second_Camera@1d6b:0104:SN2", "Second Camera")]
    running = [
        vm.live("--camera", camera, "--mic", microphone_of(vm, name), "--record", f"/out/pair{index}.flv", *SMALL,
                "--duration", "5")
        for index, (camera, name) in enumerate(pairs)
    ]
    for index, process in enumerate(running):
        summary = process.finish(deadline=120)
        file = vm.host(f"/out/pair{index}.flv")
        check_timeline(file, summary)
        samples, rate = sound(file)
        assert abs(np.abs(np.fft.rfft(samples[-rate * 2:])).argmax() / 2 - 1000) < 1
        assert len(set(reading.frame_numbers(file))) > 10


@pytest.mark.long
def test_a_hundred_switches_between_two_drivers_leave_no_mark_in_time(vm):
    camera = vm.plug("--no-microphone")
    environment = {"HOME": "/run/home"}
    vm.run(["onair", "camera", "position", camera.node, "front"], env=environment)
    vm.run(["onair", "camera", "position", VIVID, "back"], env=environment)
    switcher = vm.begin(["/usr/bin/python3", vm.testbed / "switch-cameras", "100", "onair", "live", "--camera", camera.node, "--mic",
                         "simulated", "--record", "/out/switches.flv", *SMALL], env=environment)
    assert switcher.wait(240) == 0, switcher.tail()
    names = switcher.out.splitlines()
    assert len(names) == 100, switcher.tail()
    assert set(names) == {"OnAir Test Camera", "vivid"} and all(one != two for one, two in zip(names, names[1:]))
    file = vm.host("/out/switches.flv")
    decode_clean(file)
    video, audio = tracks(file)
    numbers = grid_numbers(sorted(video.times("pts")), RATE)
    assert rises(numbers)
    print(f"{len(numbers)} pictures of {numbers[-1] - numbers[0] + 1} in {switcher.seconds:.0f} s")
    assert abs(np.diff([float(time) for time in audio.times("pts")]) - 1024 / 48).max() <= 1.01

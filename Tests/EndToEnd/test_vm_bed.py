"""The testbed itself, by other programs than ours: drivers are there, the USB camera is what it says, and it can fail."""

import shutil
import wave

import numpy as np
import pytest

import burnt_in
from media import rises, sound
from processes import run
from vm import PREPARED, ROOT, VM, VMError, why_unavailable
from waiting import wait_until

pytestmark = pytest.mark.vm


def dump(vm, node, width, height, pixels, count, rate=30, options=()):
    """Frames as v4l2-ctl gets them, in a file of the host."""
    name = f"/out/{node.rsplit('/', 1)[1]}-{width}x{height}-{pixels}.raw"
    vm.run(["v4l2-ctl", "-d", node, f"--set-fmt-video=width={width},height={height},pixelformat={pixels}", *options])
    vm.run(["v4l2-ctl", "-d", node, f"--set-parm={rate}"])
    # To the guest's memory first: the way to the host is too slow for a stream.
    vm.run(f"v4l2-ctl -d {node} --stream-mmap=4 --stream-count={count} --stream-to=/run/dump 2>/dev/null && mv /run/dump {name}")
    return vm.host(name)


def luma_of(file, width, height, pixels):
    """The luma planes of dumped frames, by ffmpeg."""
    form = ["-f", "mjpeg"] if pixels == "MJPG" else [
        "-f", "rawvideo", "-s", f"{width}x{height}", "-pix_fmt", {"YUYV": "yuyv422", "NV12": "nv12"}[pixels]]
    data = run(["ffmpeg", "-v", "error", *form, "-i", file, "-vf", "extractplanes=y", "-fps_mode", "passthrough", "-f", "rawvideo",
                "-"]).stdout
    return np.frombuffer(data, np.uint8).reshape(-1, height, width)


def planes_of(file, width, height):
    """The last dumped YUYV frame as Y, U and V."""
    pairs = np.frombuffer(file.read_bytes()[-width * height * 2:], np.uint8).reshape(height, width // 2, 4).astype(float)
    return pairs[:, :, ::2].reshape(height, width), pairs[:, :, 1], pairs[:, :, 3]


def test_a_program_gives_back_its_code_and_what_it_said(vm):
    done = vm.run("echo words; echo more >&2; exit 7", check=False)
    assert (done.code, done.out, done.err) == (7, "words", "more")
    with pytest.raises(AssertionError, match="still running after 1 s"):
        vm.run("sleep 100", deadline=1)
    # Nothing is left of it, and the machine goes on.
    assert vm.run("pgrep -x sleep", check=False).code == 1


def test_the_kernels_virtual_cameras_and_sound_cards_are_there(vm):
    devices = vm.run(["v4l2-ctl", "--list-devices"]).out
    assert "vivid (platform:vivid-000):\n\t/dev/video0" in devices and "vivid (platform:vivid-001):\n\t/dev/video1" in devices
    assert "card 0: Loopback" in vm.run(["arecord", "-l"]).out


def test_a_virtual_camera_streams(vm):
    file = dump(vm, "/dev/video0", 320, 180, "YUYV", 20)
    frames = luma_of(file, 320, 180, "YUYV")
    assert len(frames) == 20 and frames[-1].std() > 20


@pytest.mark.parametrize("width, height, pixels", [
    (322, 241, "YUYV"), (320, 240, "NV12"), (1280, 720, "MJPG"), (322, 241, "MJPG")])
def test_the_usb_camera_numbers_its_frames(vm, width, height, pixels):
    camera = vm.plug("--no-microphone")
    readings = [burnt_in.read_frame(frame) for frame in luma_of(dump(vm, camera.node, width, height, pixels, 40), width, height, pixels)]
    assert len(readings) >= 39 and None not in readings
    numbers = [reading.frame for reading in readings]
    assert rises(numbers), numbers
    # Thirty frames a second, whatever was lost on a busy machine.
    for earlier, later in zip(readings, readings[1:]):
        assert abs((later.milliseconds - earlier.milliseconds) - (later.frame - earlier.frame) * 1000 / 30) <= 1
    # Frames of more than a second hold a flash.
    assert any(reading.flash for reading in readings)


def test_the_picture_depends_on_focus_exposure_gain_and_white_balance(vm):
    camera = vm.plug("--no-microphone")

    def look(**controls):
        words = ",".join(f"{name}={value}" for name, value in controls.items())
        y, u, v = planes_of(dump(vm, camera.node, 320, 240, "YUYV", 12, options=[f"--set-ctrl={words}"]), 320, 240)
        near, far = y[40:85, 8:112], y[40:85, 208:312]
        grey = (slice(200, 235), slice(5, 35))
        return near.std(), far.std(), y[grey].mean(), u[200:235, 3:17].mean(), v[200:235, 3:17].mean()

    vm.run(["v4l2-ctl", "-d", camera.node, "--set-ctrl=auto_exposure=1,white_balance_automatic=0,focus_automatic_continuous=0"])
    near, far, grey, blue, red = look(focus_absolute=180, exposure_time_absolute=156, white_balance_temperature=4600)
    assert near > 5 * far and abs(grey - 128) < 3 and abs(blue - 128) < 2 and abs(red - 128) < 2
    near, far, *_ = look(focus_absolute=60)
    assert far > 5 * near
    assert look(exposure_time_absolute=78)[2] == pytest.approx(16 + 112 / 2, abs=3)
    assert look(exposure_time_absolute=156, gain=24)[2] == pytest.approx(16 + 112 / 2, abs=3)
    *_, blue, red = look(gain=64, white_balance_temperature=5600)
    assert red > 140 and blue < 116
    report = camera.report()
    assert report["white_balance"] == 5600 and report["exposure"] == 156 and report["focus"] == 60
    # What is automatic finds its way back by itself.
    vm.run(["v4l2-ctl", "-d", camera.node, "--set-ctrl=white_balance_automatic=1,auto_exposure=3,focus_automatic_continuous=1"])
    camera.tell("subject", "180")
    wait_until(lambda: (found := camera.report())["white_balance"] == 4600 and found["focus"] == 180, "it settles")


def test_the_usb_microphone_hears_a_tone(vm):
    camera = vm.plug()
    vm.run(["arecord", "-q", "-D", camera.sound, "-f", "S16_LE", "-r", "48000", "-c", "1", "-d", "2", "/out/tone.wav"])
    samples, rate = sound(vm.host("/out/tone.wav"))
    assert rate == 48000 and len(samples) == 96000
    spectrum = np.abs(np.fft.rfft(samples[-48000:]))
    assert spectrum.argmax() == 1000
    assert np.sqrt(np.mean(samples ** 2)) == pytest.approx(0.25 / np.sqrt(2), rel=0.01)


def test_the_loop_of_sound_cards_passes_on_what_is_played(vm):
    run(["sox", "-n", "-r", "48000", "-c", "2", "-b", "16", vm.host("/out/sine.wav"), "synth", "3", "sine", "440", "gain", "-6"])
    player = vm.begin(["aplay", "-q", "-D", "hw:0,0,0", "/out/sine.wav"])
    vm.run(["arecord", "-q", "-D", "hw:0,1,0", "-f", "S16_LE", "-r", "48000", "-c", "2", "-d", "2", "/out/loop.wav"])
    player.wait()
    with wave.open(str(vm.host("/out/loop.wav"))) as file:
        samples = np.frombuffer(file.readframes(96000), "<i2").reshape(-1, 2)[:, 0] / 32768
    middle = samples[24000:72000]
    assert np.abs(np.fft.rfft(middle)).argmax() == 440
    assert np.sqrt(np.mean(middle ** 2)) == pytest.approx(10 ** (-6 / 20) / np.sqrt(2), rel=0.02)


def test_the_camera_can_be_pulled_out_while_it_streams_and_plugged_in_at_another_node(vm):
    camera = vm.plug()
    first = camera.node
    stream = vm.begin(f"v4l2-ctl -d {camera.node} --stream-mmap=4 2>&1; echo code $?")
    wait_until(lambda: camera.report()["frames"] > 3, "frames flow")
    camera.unplug()
    stream.wait()
    assert vm.run(f"test -e {first}", check=False).code == 1
    # A third virtual camera takes the number it had.
    blocker = vm.plug("--no-microphone", "--serial", "other", port=1)
    assert blocker.node == first
    again = vm.plug()
    assert again.node != first
    again.unplug()
    blocker.unplug()


@pytest.mark.long
def test_a_machine_that_panics_fails_with_what_its_kernel_said():
    if reason := why_unavailable():
        pytest.skip(reason)
    place = ROOT / ".onair/vm-panic"
    shutil.rmtree(place, ignore_errors=True)
    other = VM(place).start()
    try:
        with pytest.raises(VMError, match="(?s)is gone: .*sysrq triggered crash"):
            other.run("echo c > /proc/sysrq-trigger", deadline=60)
        with pytest.raises(VMError):
            other.run("true")
    finally:
        other.end()

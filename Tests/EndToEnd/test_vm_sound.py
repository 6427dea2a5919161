"""Microphones of real drivers where no sound server runs."""

import time

import numpy as np
import pytest

from media import sound, tracks
from processes import run
from test_vm_live import SMALL, microphone_of, wait_for_device
from vm import SLOWER

pytestmark = pytest.mark.vm


def spectrum_peak(samples, rate):
    return np.abs(np.fft.rfft(samples)).argmax() * rate / len(samples)


def loop_capture(vm):
    """The ID of the listening end of the loop, the first device of the second half."""
    found = [device["id"] for device in vm.devices()["microphones"] if device["id"].startswith("alsa:") and "Loopback" in device["id"] + device["name"]]
    assert found, "the loop is no microphone"
    return found


def test_what_is_played_into_the_loop_is_recorded_at_its_level_and_pitch(vm):
    run(["sox", "-n", "-r", "48000", "-c", "2", "-b", "16", vm.host("/out/played.wav"), "synth", "60", "sine", "440", "gain", "-12"])
    # The loop gives what the other end plays: device 1 hears device 0.
    microphone = next(each for each in loop_capture(vm) if each.split("#")[0].endswith(("1", "1,0", "DEV=1")))
    vm.begin(["aplay", "-q", "-D", "hw:0,0,0", "/out/played.wav"])
    process = vm.live("--camera", "none", "--mic", microphone, "--record", "/out/loop.flv", "--duration", "4")
    process.finish(deadline=60)
    samples, rate = sound(vm.host("/out/loop.flv"))
    middle = samples[rate:3 * rate]
    assert abs(spectrum_peak(middle, rate) - 440) < 1
    level = 20 * np.log10(np.sqrt(np.mean(middle ** 2)) * np.sqrt(2))
    print(f"{level:.2f} dBFS of a tone of -12 dBFS")
    assert abs(level + 12) < 0.5 or abs(level + 9) < 0.5


def test_a_usb_microphone_is_pulled_out_and_comes_back(vm):
    camera = vm.plug()
    process = vm.live("--camera", "none", "--mic", microphone_of(vm), "--record", "/out/mic.flv")
    process.wait_for_event("statistics", 60)
    time.sleep(1)
    pulled = time.monotonic()
    camera.unplug()
    wait_for_device(process, "audio", "interrupted", pulled)
    time.sleep(1)
    plugged = time.monotonic()
    vm.plug()
    back = wait_for_device(process, "audio", "running", plugged) - plugged
    print(f"sound back after {back:.1f} s on the wall's clock, enumeration included")
    time.sleep(2)
    process.interrupt(60)
    file = vm.host("/out/mic.flv")
    _, audio = tracks(file)
    assert abs(np.diff([float(when) for when in audio.times("pts")]) - 1024 / 48).max() <= 1.01
    samples, rate = sound(file)
    windows = samples[:len(samples) // 4800 * 4800].reshape(-1, 4800)
    loud = np.sqrt((windows ** 2).mean(axis=1)) > 0.05
    # It was heard at the beginning and at the end, and silence lay between.
    assert loud[3:8].all() and loud[-8:-3].all() and not loud.all()
    assert abs(spectrum_peak(samples[-rate:], rate) - 1000) <= 2
    assert back < 3 * SLOWER + 3

"""Microphones of real sound drivers, without a sound server: the loopback and the USB camera's microphone."""

import json
import signal
import time

import pytest

from media import rises, sound, tracks
from test_sound_servers import let_pass, pitch, rms
from vm import SLOWER
from waiting import wait_until

pytestmark = pytest.mark.vm

# The pictures are not what is tried here.
SMALL = ("--camera", "simulated", "--size", "160x92", "--fps", "5", "--preset", "ultrafast")
USB = "alsa:OnAir_Test_Camera@1d6b:0104:SN0001,0"
# Sound is to be back 3 s after its source at the latest.
BACK = 3.0
QUARTER = 0.25  # -12 dBFS, the USB microphone's tone


def listed(vm, *words):
    done = vm.run([*words, "onair", "devices", "--json"], deadline=60)
    assert done.err == "", done.err
    return json.loads(done.out)["microphones"]


def record(vm, microphone, name, seconds=4, before=""):
    """What a broadcast of a microphone has recorded."""
    vm.run(
        f"{before}onair live --quiet {' '.join(SMALL)} --mic {microphone} --record /run/{name}.flv --duration {seconds}"
        f" && cp /run/{name}.flv /out/", deadline=60 + 20 * seconds)
    return vm.host(f"/out/{name}.flv")


def gaps(samples, rate, window=0.02, below=0.01):
    """Where it is silent between its first and its last sound: start and length, in seconds."""
    size = int(rate * window)
    loud = [rms(samples[at : at + size]) > below for at in range(0, len(samples) - size, size)]
    first, last = loud.index(True), len(loud) - 1 - loud[::-1].index(True)
    found, start = [], None
    for index in range(first, last + 1):
        if not loud[index] and start is None:
            start = index
        if loud[index] and start is not None:
            found.append((start * window, (index - start) * window))
            start = None
    return found


def test_cards_are_listed_with_what_they_are(vm):
    before = listed(vm)
    # A loopback is listed, and not what a broadcast takes that names no microphone.
    assert [device["id"] for device in before if device["id"].startswith("alsa:")] == ["alsa:Loopback,0", "alsa:Loopback,1"]
    camera = vm.plug()
    now = listed(vm)
    assert now[0]["id"] == USB and now[0]["name"].startswith("OnAir Test Camera")
    assert "auto" in json.dumps(now[0])
    camera.unplug()
    assert listed(vm) == before


def test_the_usb_microphone_is_as_loud_and_as_high_as_it_is(vm):
    vm.plug()
    samples, rate = sound(record(vm, USB, "usb"))
    middle = samples[rate : -rate // 2]
    assert len(middle) > 1.5 * rate
    assert abs(pitch(middle, rate) - 1000) < 3
    assert rms(middle) == pytest.approx(QUARTER / 2**0.5, rel=0.05)
    assert gaps(samples, rate) == []


@pytest.mark.parametrize("rate, channels, form", [(48000, 2, "S16_LE"), (44100, 1, "S32_LE"), (96000, 2, "S24_3LE"), (48000, 6, "FLOAT_LE")])
def test_what_is_played_into_the_loopback_comes_out_of_it(vm, rate, channels, form):
    name = f"loop-{rate}-{channels}-{form}"
    vm.run(
        f"sox -n -r {rate} -c {channels} -b 32 /run/{name}.wav synth 60 sine 440 vol 0.5 && "
        f"sox /run/{name}.wav -t raw -e {'floating-point' if form == 'FLOAT_LE' else 'signed'} "
        f"-b {dict(S16_LE=16, S32_LE=32, S24_3LE=24, FLOAT_LE=32)[form]} /run/{name}.raw", deadline=120)
    vm.begin(f"aplay -q -t raw -D hw:0,0,0 -f {form} -r {rate} -c {channels} /run/{name}.raw")
    file = record(vm, "alsa:Loopback,1", name, before="sleep 1; ")
    samples, given = sound(file)
    middle = samples[given : -given // 2]
    assert abs(pitch(middle, given) - 440) < 2
    assert rms(middle) == pytest.approx(0.5 / 2**0.5, rel=0.05)


def test_a_microphone_that_is_unplugged_comes_back_by_itself(vm):
    camera = vm.plug()
    live = vm.live(*SMALL, "--mic", USB, "--record", "/run/replug.flv", "--duration", "25")
    live.wait_for_event("recording", 60, state="recording")
    let_pass(6)
    camera.unplug()
    live.wait_for_event("device", 30, mediaType="audio", state="interrupted")
    let_pass(3)
    camera = vm.plug(port=1)
    plugged = time.monotonic()
    wait_until(lambda: [event["state"] for event in live.of("device") if event["mediaType"] == "audio"][-1] == "running",
               "the microphone is back", 60)
    back = time.monotonic() - plugged
    print(f"sound is back {back:.2f} s after the card")
    live.finish(deadline=120)
    assert back < BACK * SLOWER
    vm.run("cp /run/replug.flv /out/")
    samples, rate = sound(vm.host("/out/replug.flv"))
    assert len(gaps(samples, rate)) == 1
    assert rises(tracks(vm.host("/out/replug.flv")).audio.times("dts_time"))


def test_a_second_in_which_nobody_read_is_a_hole_and_no_shift(vm):
    vm.plug()
    live = vm.live(*SMALL, "--mic", USB, "--record", "/run/overrun.flv", "--duration", "12")
    live.wait_for_event("recording", 60, state="recording")
    let_pass(4)
    live.send(signal.SIGSTOP)
    let_pass(2)
    live.send(signal.SIGCONT)
    summary = live.finish(deadline=120)
    print(json.dumps(summary)[:2000])
    vm.run("cp /run/overrun.flv /out/")
    samples, rate = sound(vm.host("/out/overrun.flv"))
    print(gaps(samples, rate), len(samples) / rate)


def test_a_card_that_another_program_has_is_busy_and_says_whose(vm):
    camera = vm.plug()
    vm.begin(f"arecord -q -D {camera.sound} -f S16_LE -r 48000 -c 1 /dev/null")
    done = vm.run(
        f"sleep 1; onair live {' '.join(SMALL)} --mic {USB} --record /run/busy.flv --duration 1", check=False, deadline=60)
    assert done.code == 66 and "in use by arecord (" in done.err, done.err


def test_a_user_outside_the_group_is_told_of_it(vm):
    vm.plug()
    vm.run("chgrp audio /dev/snd/* && chmod 660 /dev/snd/*")
    nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    found = [device for device in listed(vm, *nobody) if device["id"] == USB]
    assert found and found[0]["problem"]["code"] == "device-denied" and "audio" in found[0]["problem"]["message"]


def test_a_muted_microphone_is_told_by_the_doctor(vm):
    camera = vm.plug()
    vm.run(f"amixer -q -c {camera.card} sset Mic nocap")
    done = vm.run(["onair", "doctor", "--json"], check=False, deadline=120)
    assert "microphone-muted" in done.out and "amixer -c " in done.out, done.out
    vm.run(f"amixer -q -c {camera.card} sset Mic cap")
    assert "microphone-muted" not in vm.run(["onair", "doctor", "--json"], check=False, deadline=120).out

"""`onair devices`, and what `--camera` and `--mic` take."""

import json
import os
import re
import shutil
import stat
import subprocess

import pytest

from media import tracks

# A user that has no rights at all.
NOBODY = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")


def ask(*command, **options):
    return subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=30, **options)


@pytest.fixture
def for_nobody(onair, tmp_path_factory):
    """The program and a folder where a user without rights can reach them."""
    folder = tmp_path_factory.mktemp("nobody")
    for place in [folder, *folder.parents][:3]:
        place.chmod(place.stat().st_mode | stat.S_IROTH | stat.S_IXOTH)
    program = folder / "onair"
    shutil.copy(onair, program)
    program.chmod(0o755)
    yield program, folder
    shutil.rmtree(folder, ignore_errors=True)


def test_the_document_lists_every_device_with_what_it_can_do(onair):
    done = ask(onair, "devices", "--json")
    assert done.returncode == 0 and done.stderr == "", done.stderr
    document = json.loads(done.stdout)
    cameras = {device["id"]: device for device in document["cameras"]}
    assert {"simulated:front", "simulated:back"} <= cameras.keys()
    for device in cameras.values():
        assert device["position"] in ("front", "back", "unspecified")
        assert device["canOpen"] is (device["problem"] is None)
    front = cameras["simulated:front"]
    assert front["canOpen"] and "simulated" in front["chosenBy"]
    assert {"width", "height", "pixels", "rates"} == front["formats"][0].keys()
    # Each word means one device.
    for word, devices in (("auto", cameras), ("front", cameras), ("back", cameras),
                          ("auto", {device["id"]: device for device in document["microphones"]})):
        assert sum(word in device["chosenBy"] for device in devices.values()) == 1, word
    for control in front["controls"].values():
        if "choices" in control:
            assert control["value"] in control["choices"]
        elif "minimum" in control:
            assert control["minimum"] <= control["value"] <= control["maximum"]


def test_only_what_was_asked_for(onair):
    assert json.loads(ask(onair, "devices", "--json", "--cameras").stdout)["microphones"] is None
    assert json.loads(ask(onair, "devices", "--json", "--microphones").stdout)["cameras"] is None
    assert "Microphones" not in ask(onair, "devices", "--cameras").stdout


def test_text_in_a_pipe_has_no_colours(onair):
    done = ask(onair, "devices", env={**os.environ, "TERM": "xterm"})
    assert done.returncode == 0
    assert "simulated:front  Simulated Front Camera" in done.stdout
    assert "\x1b" not in done.stdout


def test_an_id_of_the_list_can_be_used(onair, live, folder):
    process = live("--camera", "simulated:back", "--mic", "simulated:microphone", "--record", folder / "a.flv",
                   "--profile", "360p_1", "--duration", "1")
    start = process.wait_for_event("start")
    assert start["camera"] == {"id": "simulated:back", "name": "Simulated Back Camera"}
    assert start["microphone"]["id"] == "simulated:microphone"
    summary = process.finish()
    assert summary["camera"]["id"] == "simulated:back"


def test_a_side_is_enough(live, folder):
    process = live("--camera", "back", "--mic", "none", "--record", folder / "a.flv", "--profile", "360p_1", "--duration", "1")
    start = process.wait_for_event("start")
    assert start["microphone"] is None
    summary = process.finish()
    assert summary["microphone"] is None
    video, audio = tracks(folder / "a.flv")
    assert video is not None and audio is None


def test_a_stream_without_a_camera_is_sound_alone(live, folder):
    process = live("--camera", "none", "--record", folder / "a.flv", "--duration", "1")
    assert process.finish()["camera"] is None
    video, audio = tracks(folder / "a.flv")
    assert video is None and audio is not None


def test_a_device_that_is_not_there_says_where_to_look(onair, folder):
    for option in ("--camera", "--mic"):
        done = ask(onair, "live", option, "simulated:elsewhere", "--record", folder / "a.flv")
        assert done.returncode == 66
        assert "simulated:elsewhere" in done.stderr and "onair devices" in done.stderr


def test_a_misspelled_id_is_told_with_the_likely_one(onair, folder):
    for word in ("simulated:bac", "Simulated:Back"):
        done = ask(onair, "live", "--camera", word, "--record", folder / "a.flv")
        assert done.returncode == 66 and "Did you mean simulated:back?" in done.stderr, done.stderr


def test_a_misspelled_word_is_told_before_anything_starts(onair, folder):
    done = ask(onair, "live", "--camera", "frnt", "--record", folder / "a.flv")
    assert done.returncode == 64 and "Did you mean front?" in done.stderr
    assert not (folder / "a.flv").exists()


@needs_root
def test_a_user_without_rights_can_list_devices(for_nobody):
    program, folder = for_nobody
    done = ask(*NOBODY, program, "devices", "--json", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert any(device["id"] == "simulated:front" for device in json.loads(done.stdout)["cameras"])


@needs_root
def test_a_file_one_may_not_open_is_denied(for_nobody):
    program, folder = for_nobody
    folder.chmod(0o777)
    clip = folder / "clip.mp4"
    clip.write_bytes(b"secret")
    clip.chmod(0o600)
    done = ask(*NOBODY, program, "live", "--json", "--camera", f"file:{clip}", "--record", folder / "a.flv", cwd=folder)
    assert done.returncode == 66
    # What was tried, what is wrong, and what to do.
    assert re.search(rf"error: The file {clip} may not be read. Give .*\[device-denied\]", done.stderr), done.stderr
    errors = [event["error"] for event in map(json.loads, done.stdout.splitlines()) if event["event"] == "message"]
    assert errors == ["device-denied"]
    summary = json.loads(done.stdout.splitlines()[-1])
    assert summary["event"] == "summary" and summary["exitCode"] == 66
    assert not (folder / "a.flv").exists()


def test_an_unplugged_camera_is_told_and_comes_back_while_the_stream_goes_on(live, folder):
    process = live("--camera", "simulated", "--mic", "simulated", "--record", folder / "a.flv", "--profile", "360p_1",
                   "--simulate-fault", "unplug@1-2", "--duration", "5")
    lost = process.wait_for_event("device", state="interrupted")
    assert lost["mediaType"] == "video" and lost["id"] == "simulated:front" and lost["error"] == "device-lost"
    back = process.wait_for_event("device", state="running")
    assert back["id"] == "simulated:front" and back["error"] is None
    process.finish()
    video, audio = tracks(folder / "a.flv")
    # 5 s at 15 fps without a hole: the last picture was shown meanwhile.
    times = video.times("pts")
    assert len(times) >= 70
    assert max(later - earlier for earlier, later in zip(times, times[1:])) <= 70


@pytest.mark.parametrize("fault,error", [("deny@0", "device-denied"), ("busy@0", "device-busy"),
                                         ("unplug@0", "device-missing"), ("mic:deny@0-60", "device-denied")])
def test_a_fault_from_the_start_keeps_the_broadcast_from_its_device(onair, folder, fault, error):
    done = ask(onair, "live", "--camera", "simulated", "--mic", "simulated", "--record", folder / "a.flv",
               "--simulate-fault", fault, "--duration", "1")
    assert done.returncode == 66 and f"[{error}]" in done.stderr, done.stderr
    assert not (folder / "a.flv").exists()


def test_a_fault_that_is_none_is_told_before_anything_starts(onair, folder):
    done = ask(onair, "live", "--record", folder / "a.flv", "--simulate-fault", "mlet@5")
    assert done.returncode == 64 and "mlet" in done.stderr and "unplug" in done.stderr

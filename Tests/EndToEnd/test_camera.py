"""`onair camera` with the simulated cameras; the kernel's own drivers are in test_camera_drivers.py."""

import json
import os
import subprocess

import pytest


@pytest.fixture
def camera(onair, folder):
    """Runs `onair camera …` with a home of its own."""
    def run(*words, code=0):
        done = subprocess.run([str(onair), "camera", *words], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=30, env={**os.environ, "XDG_CONFIG_HOME": str(folder)})
        assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
        return done
    return run


def shown(camera, which="simulated"):
    sheet = json.loads(camera("show", which, "--json").stdout)
    return sheet, {control["name"]: control for control in sheet["controls"]}


def test_the_list_and_the_sheet_agree(camera):
    cameras = json.loads(camera("list", "--json").stdout)["cameras"]
    front = next(item for item in cameras if item["id"] == "simulated:front")
    sheet, controls = shown(camera)
    assert [item["name"] for item in front["controls"]] == list(controls)
    assert controls["lensPosition"]["flags"] == ["inactive", "volatile", "temporary"]
    assert "focusMode" in controls["lensPosition"]["inactiveReason"]
    text = camera("show", "simulated").stdout
    assert all(name in text for name in controls) and "\x1b" not in text


def test_setting_says_what_it_did_and_how_long_it_counts(camera):
    done = camera("set", "simulated", "lensPosition=0.3", "focusMode=locked")
    assert "focusMode = locked" in done.stdout and "preset save" in done.stdout
    document = json.loads(camera("set", "simulated", "videoZoomFactor=1.5", "--json").stdout)
    assert document["isTemporary"] and document["exitCode"] == 0
    assert document["controls"] == [{"name": "videoZoomFactor", "wanted": 1.5, "actual": 1.5, "isAsWanted": True,
                                     "problem": None}]
    camera("reset", "simulated")


@pytest.mark.parametrize("change, words", [
    ("lensPostion=0.3", ["lensPostion", "lensPosition"]),
    ("videoZoomFactor=9", ["videoZoomFactor", "9", "1…2"]),
    ("focusMode=manual", ["focusMode", "manual", "locked"]),
    ("lensPosition=0.3", ["lensPosition", "focusMode"]),
    ("videoZoomFactor=much", ["videoZoomFactor", "much"]),
])
def test_what_cannot_be_set_is_refused_by_name(camera, change, words):
    error = camera("set", "simulated", change, code=78).stderr
    assert all(word in error for word in words), error


def test_a_camera_that_is_not_there_ends_with_66(camera):
    assert "simulated:back" in camera("show", "simulated:bakc", code=66).stderr
    assert "any of" in camera("show", "Simulated", code=66).stderr
    assert camera("show", "Back Camera").stdout.startswith("simulated:back")
    camera("show", "/dev/video63", code=66)


def test_a_preset_is_kept_listed_loaded_and_forgotten(camera, folder):
    camera("preset", "save", "simulated", "desk", "focusMode=locked", "lensPosition=0.25")
    assert camera("preset", "list", "simulated").stdout == "desk\n"
    file = folder / "onair/cameras/simulated%3Afront/presets/desk.preset"
    assert "lensPosition = 0.25\n" in file.read_text()
    done = json.loads(camera("preset", "load", "simulated", "desk", "--json").stdout)
    assert {"name": "lensPosition", "wanted": 0.25, "actual": 0.25, "isAsWanted": True, "problem": None} \
        in done["controls"]
    file.write_text("focusMode = locked\nlensPosition\n")
    assert "Line 2" in camera("preset", "load", "simulated", "desk", code=66).stderr
    assert file.read_text() == "focusMode = locked\nlensPosition\n"
    camera("preset", "delete", "simulated", "desk")
    assert "desk" in camera("preset", "load", "simulated", "desk", code=66).stderr


def test_the_side_a_camera_looks_to_is_kept(camera, onair, folder):
    camera("position", "simulated:front", "back")
    assert json.loads(camera("show", "simulated:front", "--json").stdout)["position"] == "back"
    camera("position", "simulated:front", "auto")
    assert json.loads(camera("show", "simulated:front", "--json").stdout)["position"] == "front"


def test_a_broadcast_is_taken_as_the_preset_says(camera, onair, folder):
    """Nothing is on the table at the end of the lens's range, so what the preset does can be seen."""
    camera("preset", "save", "simulated", "dark", "exposureMode=custom", "exposureDuration=0.000125", "gain=1")
    means = {}
    for preset in (None, "dark"):
        record = folder / f"{preset}.flv"
        words = ["--camera-preset", preset] if preset else []
        subprocess.run([str(onair), "live", "--camera", "simulated", "--mic", "none", "--profile", "360p_1",
                        "--duration", "1", "--quiet", "--record", str(record), *words], check=True, timeout=60,
                       env={**os.environ, "XDG_CONFIG_HOME": str(folder)})
        raw = subprocess.run(["ffmpeg", "-v", "error", "-ss", "0.5", "-i", str(record), "-frames:v", "1", "-f",
                              "rawvideo", "-pix_fmt", "gray", "-"], check=True, capture_output=True).stdout
        means[preset] = sum(raw) / len(raw)
    assert means["dark"] < means[None] * 0.6, means


def test_a_broadcast_with_a_preset_that_is_not_there_does_not_begin(onair, folder):
    done = subprocess.run([str(onair), "live", "--camera", "simulated", "--mic", "none", "--camera-preset", "none-such",
                           "--record", str(folder / "x.flv")], capture_output=True, text=True, timeout=30,
                          env={**os.environ, "XDG_CONFIG_HOME": str(folder)})
    assert done.returncode == 66 and "none-such" in done.stderr, done.stderr

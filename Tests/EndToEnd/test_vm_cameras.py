"""Cameras of real drivers: found, looked at, set, and refused with the right reason."""

import json
import re

import pytest

pytestmark = pytest.mark.vm

# A control's name for the driver, and the camera's own.
SETTABLE = {
    "brightness": "brightness", "contrast": "contrast", "saturation": "saturation", "hue": "hue", "gain": "gain",
    "power_line_frequency": "power_line", "sharpness": "sharpness", "backlight_compensation": "backlight",
    "pan_absolute": "pan", "tilt_absolute": "tilt", "zoom_absolute": "zoom", "exposure_dynamic_framerate": "exposure_priority",
    "white_balance_temperature": "white_balance", "exposure_time_absolute": "exposure", "focus_absolute": "focus",
}  # fmt: skip
MANUAL = {"auto_exposure": "1", "white_balance_automatic": "0", "focus_automatic_continuous": "0"}
NOBODY = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]


def shown(vm, node):
    """The driver's controls, by name."""
    document = json.loads(vm.onair("camera", "show", node, "--json").out)
    return {control["name"]: control for control in document["controls"]}


def test_every_camera_is_found_and_nodes_that_give_no_pictures_are_left_out(vm):
    first, second = vm.plug(), vm.plug("--product", "Second Camera", "--serial", "SN2", port=1)
    cameras = [camera for camera in vm.devices()["cameras"] if camera["id"].startswith("v4l2:")]
    names = [camera["name"] for camera in cameras]
    assert sorted(names) == ["OnAir Test Camera", "Second Camera", "vivid", "vivid"]
    assert len({camera["id"] for camera in cameras}) == 4
    usb = next(camera for camera in cameras if camera["name"] == "OnAir Test Camera")
    assert usb["canOpen"] and usb["problem"] is None
    offered = {(entry["width"], entry["height"]): entry["rates"] for entry in usb["formats"] if entry["pixels"] == "YUYV"}
    assert offered == {(640, 480): ["30", "15"], (320, 240): ["30", "15"], (322, 241): ["30"], (1280, 720): ["10", "5"]}
    first.unplug()
    second.unplug()


def test_every_control_is_set_in_the_device_and_read_back(vm):
    camera = vm.plug("--no-microphone")
    before = shown(vm, camera.node)
    assert SETTABLE.keys() | MANUAL.keys() == before.keys()
    assert before["focus_absolute"]["flags"] == ["inactive"]
    assert "focus_automatic_continuous" in before["focus_absolute"]["inactiveReason"]
    # Each to a value that it does not have, and that is a step of its range.
    wanted = {}
    for name in SETTABLE:
        control = before[name]
        low, high, step = (int(control[key] or 1) for key in ("minimum", "maximum", "step"))
        if control["kind"] == "boolean":
            wanted[name] = int(not control["value"])
        elif control["kind"] == "menu":
            wanted[name] = next(choice["value"] for choice in control["menu"] if choice["value"] != control["value"])
        else:
            wanted[name] = low + (high - low) // step * 3 // 4 * step
    words = [f"{name}={value}" for name, value in {**wanted, **MANUAL}.items()]
    done = vm.onair("camera", "set", camera.node, *words, "--json", check=False)
    outcome = json.loads(done.out)
    assert done.code == 0, outcome
    assert {control["name"] for control in outcome["controls"] if control["isAsWanted"]} == SETTABLE.keys() | MANUAL.keys()
    report = camera.report()
    for name, theirs in SETTABLE.items():
        assert report[theirs] == wanted[name], name
    after = shown(vm, camera.node)
    for name, value in wanted.items():
        assert int(after[name]["value"]) == value, name
        assert after[name]["flags"] == [], name


def test_what_cannot_be_is_refused_by_name_and_nothing_is_changed(vm):
    camera = vm.plug("--no-microphone")
    before = camera.report()
    for words, said in [
        (["brightness=12", "contrast=500"], r"contrast.*95"),
        (["brightness=12", "focus_absolute=100"], r"focus_absolute.*focus_automatic_continuous"),
        (["brightness=12", "no_such_control=1"], r"no_such_control"),
        (["brightness=12", "power_line_frequency=9"], r"power_line_frequency"),
    ]:
        done = vm.onair("camera", "set", camera.node, *words, check=False)
        assert done.code in (64, 78), done
        assert re.search(f"(?s){said}", done.err), done.err
    assert camera.report() == before


def test_controls_behind_one_that_stalls_are_found_all_the_same(vm):
    camera = vm.plug("--no-microphone", "--stall", "pan", "range")
    found = shown(vm, camera.node)
    assert {"brightness", "focus_absolute", "focus_automatic_continuous", "zoom_absolute", "auto_exposure"} <= found.keys()
    done = vm.onair("camera", "set", camera.node, "focus_automatic_continuous=0", "focus_absolute=120")
    assert camera.report()["focus"] == 120, done


def test_a_control_that_stalls_while_it_is_set_is_a_typed_error_and_the_rest_is_put_back(vm):
    camera = vm.plug("--no-microphone", "--stall", "saturation", "set")
    done = vm.onair("camera", "set", camera.node, "brightness=12", "saturation=10", check=False)
    assert done.code == 78 and "saturation" in done.err + done.out, done
    assert camera.report()["brightness"] == 0


def test_a_camera_that_another_program_streams_from_is_busy(vm):
    camera = vm.plug("--no-microphone")
    vm.begin(["v4l2-ctl", "-d", camera.node, "--stream-mmap=4"])
    vm.run("for i in $(seq 100); do usbcam tell 0 report | grep -q streaming=1 && exit; sleep 0.1; done; exit 1")
    process = vm.live("--camera", camera.node, "--mic", "none", "--record", "/out/busy.flv", "--size", "160x120", "--fps", "10",
                      "--duration", "2")
    process.wait(60)
    assert process.code == 66, process.tail()
    assert "used by" in process.out + process.err and "v4l2-ctl" in process.out + process.err


def test_a_user_without_rights_is_told_which_group_to_join(vm):
    camera = vm.plug("--no-microphone")
    vm.run(f"chgrp video {camera.node} && chmod 660 {camera.node}")
    # Where it is built others may not look.
    done = vm.run(f"cp \"$(command -v onair)\" /run/onair && chmod 755 /run/onair; exec {' '.join(NOBODY)} /run/onair live --json "
                  f"--camera {camera.node} --mic none --record /out/denied.flv --size 160x120 --duration 2", check=False)
    assert done.code == 66, done
    assert "may not open" in done.out + done.err and "video" in done.out + done.err


def test_a_camera_keeps_its_name_whatever_node_it_comes_back_on(vm):
    """Broadcast case 5: A and B come back as B and A, and A is still A."""
    names = {}
    for order in ((0, 1), (1, 0)):
        plugged = {}
        for port in order:
            plugged[port] = vm.plug("--no-microphone", "--serial", f"SN{port}", port=port)
        ids = {camera["id"] for camera in vm.devices()["cameras"] if "SN" in camera["id"]}
        for port, camera in plugged.items():
            mine = [each for each in ids if f"SN{port}" in each]
            assert len(mine) == 1
            document = json.loads(vm.onair("camera", "show", mine[0], "--json").out)
            # The one with this name is the one in this port: set through one, seen in the other.
            vm.onair("camera", "set", mine[0], f"brightness={10 + port}")
            assert camera.report()["brightness"] == 10 + port
            names.setdefault(port, set()).add((document["id"], camera.node))
        for camera in plugged.values():
            camera.unplug()
    for port, seen in names.items():
        assert len({name for name, _ in seen}) == 1 and len({node for _, node in seen}) == 2, (port, seen)

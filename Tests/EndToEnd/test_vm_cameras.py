"""Cameras of real drivers: found, known again, and refused with the right reason. How they are set: test_camera_drivers."""

import json

import pytest

pytestmark = pytest.mark.vm

NOBODY = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]


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


def test_an_input_without_a_signal_is_told(vm):
    node = "/dev/video1"
    # Each on its own: given both, v4l2-ctl sets the control first, and that of another input.
    vm.run(["v4l2-ctl", "-d", node, "--set-input=1"])
    vm.run(["v4l2-ctl", "-d", node, "--set-ctrl=dv_timings_signal_mode=1"])
    try:
        camera = next(camera for camera in vm.devices()["cameras"] if camera["id"].endswith("vivid-001"))
        assert camera["canOpen"] and "no signal" in camera["problem"]["message"]
        assert "but: vivid has no signal at its input" in vm.onair("devices").out
        vm.run(["v4l2-ctl", "-d", node, "--set-ctrl=dv_timings_signal_mode=0"])
        assert next(camera for camera in vm.devices()["cameras"] if camera["id"].endswith("vivid-001"))["problem"] is None
    finally:
        vm.run(["v4l2-ctl", "-d", node, "--set-ctrl=dv_timings_signal_mode=0"])
        vm.run(["v4l2-ctl", "-d", node, "--set-input=0"])

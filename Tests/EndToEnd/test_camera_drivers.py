"""`onair camera` on the kernel's own drivers: uvcvideo with the USB camera, and vivid."""

import json
import re

import pytest

pytestmark = pytest.mark.vm

# What the test camera calls its controls, and what uvcvideo does.
NAMES = {"focus": "focus_absolute", "focus_auto": "focus_automatic_continuous", "exposure": "exposure_time_absolute",
         "white_balance": "white_balance_temperature", "white_balance_auto": "white_balance_automatic", "zoom": "zoom_absolute",
         "gain": "gain", "brightness": "brightness", "sharpness": "sharpness"}


class Tool:
    def __init__(self, vm, onair, node):
        self.vm, self.onair, self.node = vm, onair, node

    def __call__(self, *words, code=0):
        action = words[:2] if words[0] == "preset" else words[:1]
        rest = words[len(action):]
        done = self.vm.run([self.onair, "camera", *action, self.node, *rest], check=False,
                           env={"XDG_CONFIG_HOME": "/run/onair-test"})
        assert done.code == code, (words, done.code, done.out, done.err)
        return done

    def controls(self):
        sheet = json.loads(self("show", "--json").out)
        return {control["name"]: control for control in sheet["controls"]}

    def kernel(self):
        """The names and values that v4l2-ctl shows."""
        listed = self.vm.run(["v4l2-ctl", "-d", self.node, "--list-ctrls"], check=False).out
        return {name: int(value) for name, value in
                re.findall(r"^\s+(\w+) 0x[0-9a-f]+ \((?:int|int64|bool|menu|intmenu)\).*? value=(-?\d+)", listed, re.M)}


@pytest.fixture
def usb(vm, onair):
    camera = vm.plug("--no-microphone")
    return Tool(vm, onair, camera.node), camera


def test_the_list_is_the_one_that_v4l2_ctl_shows(usb):
    tool, _ = usb
    ours = {name: control["value"] for name, control in tool.controls().items() if name != "digital_zoom"}
    theirs = tool.kernel()
    assert len(theirs) > 10 and ours.keys() == theirs.keys()
    # What the camera's own automatic modes move may have moved between the two.
    moving = {"exposure_time_absolute", "white_balance_temperature", "focus_absolute", "gain"}
    assert {name: value for name, value in ours.items() if name not in moving} \
        == {name: value for name, value in theirs.items() if name not in moving}
    focus = tool.controls()["focus_absolute"]
    assert (focus["minimum"], focus["maximum"], focus["step"], focus["flags"]) == (0, 250, 5, ["inactive"])
    assert "focus_automatic_continuous" in focus["inactiveReason"]


def test_every_control_reaches_the_device_and_is_read_back(usb):
    tool, camera = usb
    tool("set", "focus_automatic_continuous=0", "auto_exposure=manual_mode", "white_balance_automatic=off")
    controls = tool.controls()
    choices = {}
    for name, control in controls.items():
        if control["flags"] or control["kind"] not in ("integer", "boolean", "menu"):
            continue
        if name in ("auto_exposure", "focus_automatic_continuous", "white_balance_automatic"):
            continue
        choices[name] = [item["value"] for item in control["menu"]] or (
            [0, 1] if control["kind"] == "boolean" else [int(control["minimum"]), int(control["maximum"])])
    # Starting the program takes longest here: the first value of each at once, then the second, and so on.
    for turn in range(max(len(values) for values in choices.values())):
        wanted = {name: values[min(turn, len(values) - 1)] for name, values in choices.items()}
        done = json.loads(tool("set", *(f"{name}={value}" for name, value in wanted.items()), "--json").out)
        assert sorted(done["controls"], key=lambda control: control["name"]) == [
            {"name": name, "wanted": value, "actual": value, "isAsWanted": True, "problem": None}
            for name, value in sorted(wanted.items())]
        kernel = tool.kernel()
        assert {name: kernel[name] for name in wanted} == wanted
    report = camera.report()
    for theirs, ours in NAMES.items():
        if ours in controls and controls[ours]["kind"] == "integer":
            assert report[theirs] == controls[ours]["maximum"], theirs


def test_what_cannot_be_set_is_refused_and_the_device_left_alone(usb):
    tool, camera = usb
    before = {name: camera.report()[name] for name in ("sharpness", "brightness", "zoom", "focus_auto")}
    for change, words in [
        ("zoom_absolute=501", "100…500"), ("brightness=65", "-64…64"), ("focus_absolute=100", "focus_automatic_continuous"),
        ("auto_exposure=2", "Manual Mode"), ("sharpnes=1", "sharpness"), ("exposure_time_absolute=0", "1…10000"),
    ]:
        error = tool("set", "sharpness=5", change, code=78).err
        assert words in error and change.split("=")[0] in error, error
    error = tool("set", "focus_automatic_continuous=0", "focus_absolute=101", code=78).err
    assert "steps of 5" in error
    after = camera.report()
    assert {name: after[name] for name in before} == before


def test_focus_by_hand_needs_one_command_and_the_common_names_mean_the_same(usb):
    tool, camera = usb
    tool("set", "focus_absolute=120", "focus_automatic_continuous=0")
    assert (camera.report()["focus"], camera.report()["focus_auto"]) == (120, 0)
    tool("set", "lensPosition=0", "focusMode=locked", "exposureMode=custom", "exposureDuration=0.02",
         "whiteBalanceMode=locked", "whiteBalanceTemperature=5000", "videoZoomFactor=2")
    report = camera.report()
    assert (report["focus"], report["exposure"], report["white_balance"], report["zoom"]) == (250, 200, 5000, 200)


def test_reset_goes_back_to_what_the_camera_came_with(usb):
    tool, camera = usb
    tool("set", "focus_automatic_continuous=0", "focus_absolute=50", "sharpness=6", "brightness=-3", "gain=100")
    tool("reset")
    report = camera.report()
    assert (report["focus_auto"], report["sharpness"], report["brightness"]) == (1, 2, 0)


def test_a_preset_outlives_the_plug(usb, vm):
    tool, camera = usb
    tool("set", "focus_automatic_continuous=0", "focus_absolute=75", "sharpness=7")
    tool("preset", "save", "desk")
    camera.end()
    camera = vm.plug("--no-microphone")
    assert camera.report()["sharpness"] == 2
    tool.node = camera.node
    tool("preset", "load", "desk")
    report = camera.report()
    assert (report["focus"], report["focus_auto"], report["sharpness"]) == (75, 0, 7)


@pytest.mark.parametrize("what", ["info", "range"])
def test_a_control_that_stalls_hides_no_other(vm, onair, what):
    whole = Tool(vm, onair, vm.plug("--no-microphone").node)
    names = set(whole.controls())
    vm.tidy()
    camera = vm.plug("--no-microphone", "--stall", "pan", what)
    tool = Tool(vm, onair, camera.node)
    left = set(tool.controls())
    assert names - left <= {"pan_absolute", "tilt_absolute"} and "focus_absolute" in left
    tool("set", "focus_automatic_continuous=0", "focus_absolute=30")
    assert camera.report()["focus"] == 30


def test_a_device_that_fails_half_way_is_put_back(vm, onair):
    camera = vm.plug("--no-microphone", "--stall", "sharpness", "set")
    tool = Tool(vm, onair, camera.node)
    before = camera.report()["brightness"]
    error = tool("set", "brightness=20", "sharpness=6", code=78).err
    assert "sharpness" in error and camera.report()["brightness"] == before


def test_the_virtual_camera_has_every_kind_of_control(vm, onair):
    tool = Tool(vm, onair, "/dev/video0")
    controls = tool.controls()
    assert {control["kind"] for control in controls.values()} >= {"integer", "boolean", "menu", "text", "button", "bitmask"}
    tool("set", "brightness=100", "integer_64_bits=5000000000", "bitmask=0x80002010", "string=heyo", "integer_menu=3",
         "button", "menu=menu_item_3")
    now = tool.controls()
    assert now["string"]["value"] == "heyo" and now["integer_64_bits"]["value"] == 5000000000
    assert tool.kernel()["brightness"] == 100 and now["bitmask"]["value"] == 0x80002010
    # Gain counts for nothing while it is automatic.
    tool("set", "gain_automatic=1")
    tool("set", "gain=10", code=78)
    tool("set", "gain_automatic=0", "gain=10")
    tool("set", "digital_zoom=2")
    tool("reset")
    assert tool.kernel()["brightness"] != 100

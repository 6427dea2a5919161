"""Pixel formats of real drivers, compared with what ffmpeg makes of the same picture; and real rates."""

import re

import numpy as np
import pytest

from processes import run
from vm import ROOT

pytestmark = pytest.mark.vm

# All that both vivid and we have. `4:2:0` and RGB lose and gain at the edges of colours: nowhere else.
CODES = ["YU12", "YV12", "NV12", "NV21", "YUYV", "YVYU", "UYVY", "422P", "BGR3", "RGB3", "XR24", "AR24", "BGR4", "XB24", "AB24"]
# Mean difference of luma and chroma, and of the worst hundredth of the pixels.
MEAN, WORST = 1.5, 40
SIZES = [(320, 180, 0), (322, 241, 0), (321, 241, 0), (322, 241, 64)]


def swift_tests(vm, pattern, expected, env, deadline=120):
    """Runs suites of the Swift tests in the machine; all of those expected ran, and passed."""
    bundle = ROOT / ".build/release/OnAirPackageTests.xctest"
    assert bundle.exists(), "the tests are not built: ./test vm does it"
    done = vm.run([bundle, "--testing-library", "swift-testing", "--filter", pattern], env={"ONAIR_TESTBED": "/out", **env},
                  deadline=deadline, check=False)
    assert done.code == 0, done.out[-3000:] + done.err[-1000:]
    ran = re.search(r"Test run with (\d+) tests? .*passed", done.out + done.err)
    assert ran and int(ran.group(1)) == expected, done.out[-2000:]
    return done


def reference(vm, node, width, height):
    """The card as ffmpeg converts it from the driver's RGB to I420 of BT.601."""
    name = f"/out/reference-{width}x{height}.rgb"
    vm.run(f"v4l2-ctl -d {node} --set-fmt-video=width={width},height={height},pixelformat=RGB3 && "
           f"v4l2-ctl -d {node} --stream-mmap=4 --stream-count=3 --stream-to=/run/dump 2>/dev/null && mv /run/dump {name}")
    converted = run(["ffmpeg", "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-i", vm.host(name),
                     "-frames:v", "1", "-vf", "scale=out_color_matrix=bt601:out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p",
                     "-f", "rawvideo", "-"])
    return planes(converted.stdout, width, height)


def planes(data, width, height):
    half = (width + 1) // 2, (height + 1) // 2
    assert len(data) == width * height + 2 * half[0] * half[1]
    luma = np.frombuffer(data, np.uint8, width * height).reshape(height, width)
    chroma = np.frombuffer(data, np.uint8, 2 * half[0] * half[1], width * height).reshape(2, half[1], half[0])
    return luma.astype(int), chroma[0].astype(int), chroma[1].astype(int)


def test_every_format_a_driver_offers_and_we_claim_is_the_same_picture(vm):
    """Broadcast case 8 too: odd sizes, padded rows, and no plane where somebody only thinks it is."""
    # The first input is a webcam with fixed sizes, the second HDMI, which is scaled to any. Nothing moves in it.
    still = "osd_text_mode=2,test_pattern=0"
    vm.run(f"v4l2-ctl -d /dev/video0 --set-input=0 --set-ctrl={still}; v4l2-ctl -d /dev/video1 --set-input=1 --set-ctrl={still}")
    # With these the part of it that is scaled would depend on all sizes before.
    vm.run("v4l2-ctl -d /dev/video1 --set-ctrl=enable_capture_cropping=0,enable_capture_composing=0,enable_capture_scaler=1")
    cases, expected = [], {}
    for width, height, padding in SIZES:
        node = "/dev/video0" if (width, height) == (320, 180) else "/dev/video1"
        if (width, height) not in expected:
            expected[width, height] = reference(vm, node, width, height)
        # There vivid tells that it wrote less than the picture, which counts as a damaged one.
        short = {"YU12", "YV12"} if (width, height) == (322, 241) else set()
        cases += [(node, code, width, height, padding) for code in CODES if code not in short]
    swift_tests(vm, "RealFormatTests", 1, {"ONAIR_TESTBED_CASES": " ".join(",".join(map(str, case)) for case in cases)}, 240)
    wrong = []
    for _, code, width, height, padding in cases:
        file = vm.host(f"/out/{code}-{width}x{height}+{padding}.i420")
        data = file.read_bytes()
        # Where the driver leaves no room for the chroma of an odd last column or row, the picture ends before it.
        size = (width, height) if len(data) > (width & ~1) * (height & ~1) * 3 // 2 else (width & ~1, height & ~1)
        for name, ours, theirs in zip("YUV", planes(data, *size), expected[width, height]):
            difference = np.abs(ours - theirs[:ours.shape[0], :ours.shape[1]])
            mean, worst = difference.mean(), np.percentile(difference, 99)
            if mean > MEAN or worst > WORST:
                wrong.append(f"{code} {width}x{height}+{padding} {name}: mean {mean:.2f}, 99 % {worst:.0f}")
    assert not wrong, "\n".join(wrong)


def test_rates_are_those_that_were_granted(vm):
    # The USB camera is a program, which a slow machine keeps from its rate.
    vm.run("v4l2-ctl -d /dev/video0 --set-input=0")
    swift_tests(vm, "RealRateTests/rate", 1, {"ONAIR_TESTBED_RATES": "/dev/video0,320,180,30 /dev/video0,320,180,15"})
    print(vm.host("/out/rates.txt").read_text())

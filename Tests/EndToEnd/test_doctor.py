"""`onair doctor`: what it says about the machine the tests run on, and about users with fewer rights."""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import time

import pytest

from test_devices import NOBODY, ask, for_nobody, needs_root  # noqa: F401


def findings(done):
    document = json.loads(done.stdout)
    assert document["exitCode"] == done.returncode
    assert document["canGoLive"] is (done.returncode == 0)
    return {finding["code"]: finding for finding in document["findings"]}


def test_it_tells_of_every_area_within_four_seconds(onair, folder):
    start = time.monotonic()
    done = ask(onair, "doctor", "--json", cwd=folder)
    assert time.monotonic() - start < 4
    found = findings(done)
    assert {finding["area"] for finding in found.values()} >= {
        "processor", "memory", "encoder", "camera", "microphone", "limits", "disk"}
    for finding in found.values():
        assert finding["state"] in ("good", "note", "problem")
        assert finding["seen"] and finding["why"]
        assert finding["state"] == "good" or finding["fix"]


def test_what_it_saw_is_so(onair, folder):
    found = findings(ask(onair, "doctor", "--json", cwd=folder))
    processors = len(os.sched_getaffinity(0))
    assert found["cpu-count"]["seen"].startswith(f"{processors} processor")
    # The disk as another program sees it, to the rounding of what is shown.
    free = shutil.disk_usage(folder).free / 1e9
    shown = float(found["disk"]["seen"].split()[0])
    assert found["disk"]["seen"].split()[1] != "GB" or abs(shown - free) <= 0.02 * free + 0.1
    routes = pathlib.Path("/proc/net/route").read_text().splitlines()[1:]
    if any(line.split()[1] == "00000000" == line.split()[7] for line in routes):
        assert found["route"]["state"] == "good"


def test_the_encoder_is_measured_like_ffmpeg_would(onair, folder):
    """The same encoder in another program, on pictures of its own, takes a time of the same order."""
    found = findings(ask(onair, "doctor", "--json", cwd=folder))
    words = found["h264-speed"]["seen"].split()
    measured = float(words[words.index("takes") + 1])
    start = time.monotonic()
    subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=1280x720:r=30:d=2,noise=alls=4:allf=t", "-f", "null", "-"],
        check=True, timeout=60)
    source = time.monotonic() - start
    start = time.monotonic()
    subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=1280x720:r=30:d=2,noise=alls=4:allf=t", "-c:v", "libx264",
         "-preset", "superfast", "-tune", "zerolatency", "-threads", "2", "-b:v", "2500k", "-f", "null", "-"],
        check=True, timeout=60)
    reference = max(1.0, (time.monotonic() - start - source) / 60 * 1000)
    assert reference / 6 < measured < reference * 6, (measured, reference)


def test_text_has_no_colours_in_a_pipe_and_ends_with_a_verdict(onair, folder):
    done = ask(onair, "doctor", cwd=folder, env={**os.environ, "TERM": "xterm"})
    assert "\x1b" not in done.stdout and done.stderr == ""
    last = done.stdout.rstrip().splitlines()[-1]
    assert last.startswith("This machine can go live") if done.returncode == 0 else "problem" in last
    assert done.returncode in (0, 71)


def test_too_few_open_files_are_a_problem_with_code_71(onair, folder):
    done = ask("bash", "-c", 'ulimit -n 24; exec "$0" doctor --json', onair, cwd=folder)
    found = findings(done)
    assert done.returncode == 71
    assert found["open-files"]["state"] == "problem" and "24" in found["open-files"]["seen"]


@needs_root
def test_a_user_without_rights_gets_an_answer(for_nobody):  # noqa: F811
    program, folder = for_nobody
    done = ask(*NOBODY, program, "doctor", "--json", cwd=folder)
    found = findings(done)
    # The folder belongs to somebody else.
    assert found["disk"]["state"] == "note" and "no files can be made" in found["disk"]["seen"]


@needs_root
def test_a_sound_server_one_may_not_open_is_told_as_denied(for_nobody):  # noqa: F811
    program, folder = for_nobody
    path = folder / "pulse"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen()
        path.chmod(0o700)
        environment = {**os.environ, "PULSE_SERVER": f"unix:{path}", "HOME": str(folder)}
        done = ask(*NOBODY, program, "doctor", "--json", cwd=folder, env=environment)
        found = findings(done)
        assert done.returncode == 71
        denied = found["sound-server-denied"]
        assert denied["state"] == "problem" and str(path) in denied["seen"] and denied["fix"]


def test_no_sound_server_is_a_note_that_says_where_it_looked(onair, folder):
    environment = {**os.environ, "PULSE_SERVER": f"unix:{folder}/nobody-here"}
    found = findings(ask(onair, "doctor", "--json", cwd=folder, env=environment))
    assert found["sound-server"]["state"] == "note" and f"{folder}/nobody-here" in found["sound-server"]["seen"]

"""When something is wrong: one clear event, the documented exit code, and never a hang."""

import os
import re
import resource
import signal
import socket

import pytest

from media import decode_clean, tracks
from waiting import free_port

SMALL = ("--size", "320x180", "--fps", "30")
# A stop takes at most a second; on real parts and a machine that may be busy, three times that is asserted.
STOP = 3.0
USAGE, INPUT, REFUSED, RECORDING, LOST = 64, 66, 69, 73, 75


def single_failure(process, kind="destination"):
    """The one event that says what went wrong, in a form fit for people and for programs."""
    failures = process.failures(kind)
    assert len(failures) == 1, process.events
    failure = failures[0]
    assert failure["state"] == "ended"
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", failure["error"]), failure
    assert failure["message"].strip(), failure
    return failure


def test_nobody_listens(live):
    process = live("--to", f"rtmp://127.0.0.1:{free_port()}/live/x", *SMALL)
    process.finish(REFUSED)
    single_failure(process)


def test_unknown_host(live):
    process = live("--to", "rtmp://no-such-host.invalid/live/x", *SMALL)
    process.finish(REFUSED, deadline=30)
    assert "no-such-host.invalid" in single_failure(process)["message"]


def test_server_refuses_the_stream(live, server):
    process = live("--to", server.url("x", app="refused"), *SMALL)
    process.finish(REFUSED)
    single_failure(process)


def test_silent_server_is_given_up(live, silent_server):
    process = live("--to", silent_server.url(), *SMALL)
    process.finish(REFUSED, deadline=30)
    single_failure(process)


def test_server_dies_while_live(live, server):
    process = live("--to", server.url("show"), "--reconnect-attempts", "1", *SMALL)
    process.wait_until_live()
    process.wait_for_event("statistics")
    server.kill()
    process.finish(LOST)
    # Told once while there is hope, and once when there is none.
    states = [failure["state"] for failure in process.failures()]
    assert states == ["reconnecting", "ended"], process.events


def test_the_others_go_on_when_one_server_dies(live, servers, folder):
    one, two = servers(), servers()
    file = folder / "out.flv"
    process = live("--to", one.url("a"), "--to", two.url("b"), "--record", file, "--duration", "8",
                   "--reconnect-attempts", "0", *SMALL)
    for _ in range(2):
        process.wait_until_live()
    process.wait_for_event("statistics")
    one.kill()
    process.finish(LOST, deadline=40)
    single_failure(process)
    for source in (two.recording("b"), file):
        decode_clean(source)
        assert len(tracks(source)[0].packets) > 200


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=["ctrl-C", "SIGTERM", "SIGHUP"])
def test_ends_within_a_second_and_the_file_is_whole(live, server, folder, number):
    file = folder / "out.flv"
    process = live("--to", server.url("show"), "--record", file, *SMALL)
    process.wait_until_live()
    for _ in range(3):
        process.wait_for_event("statistics")
    process.send(number)
    process.finish(0, deadline=STOP)
    decode_clean(file)
    decode_clean(server.recording("show"))


def test_a_file_that_may_not_grow_keeps_what_was_whole(live, server, folder):
    file = folder / "out.flv"
    process = live("--to", server.url("show"), "--record", file, "--duration", "5", *SMALL)
    # In the middle of a tag, most likely: what fits of it is written before the system says no.
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (150_001, 150_001))
    process.finish(74, deadline=40)
    (failure,) = process.failures("recording")
    assert failure["error"] == "file-failed"
    decode_clean(file)
    assert 100_000 < file.stat().st_size <= 150_001
    # The stream does not notice.
    decode_clean(server.recording("show"))
    assert len(tracks(server.recording("show"))[0].packets) > 120


def test_ctrl_c_while_the_server_is_silent(live, silent_server):
    process = live("--to", silent_server.url(), *SMALL)
    silent_server.accept()
    code, seconds = process.interrupt()
    assert code == 0 and seconds < STOP, (code, seconds)


@pytest.mark.parametrize("moment", ["statistics", '"kind":"no-progress"', '"state":"reconnecting"'], ids=["live", "slow", "reconnecting"])
def test_ctrl_c_while_the_server_is_frozen(live, server, folder, moment):
    file = folder / "out.flv"
    process = live("--to", server.url("show"), "--record", file, *SMALL)
    process.wait_until_live()
    process.wait_for_event("statistics")
    server.freeze()
    if moment == "statistics":
        process.wait_for_event("statistics")
    else:
        process.wait_for(lambda line: moment in line, moment)
    code, seconds = process.interrupt()
    # It was told to end while live: whether the peer had taken everything is not its fault.
    assert code in (0, LOST) and seconds < STOP, (code, seconds)
    decode_clean(file)


def test_recording_that_cannot_be_created(live, folder):
    process = live("--record", folder / "no-such-folder/out.flv", *SMALL)
    process.finish(RECORDING)
    assert "no-such-folder" in single_failure(process, "recording")["message"]


def test_two_programs_cannot_record_to_one_file(live, folder):
    file = folder / "out.flv"
    first = live("--record", file, *SMALL)
    first.wait_for_event("recording", state="recording")
    for _ in range(3):
        first.wait_for_event("statistics")
    before = file.stat().st_size
    second = live("--record", file, "--duration", "1", *SMALL)
    second.finish(RECORDING)
    failure = single_failure(second, "recording")
    assert failure["error"] == "file-in-use" and str(file) in failure["message"]
    assert file.stat().st_size >= before > 0
    code, _ = first.interrupt()
    assert code == 0
    decode_clean(file)
    # What is no longer written may be replaced.
    live("--record", file, "--duration", "1", *SMALL).finish(0)


@pytest.mark.parametrize("wrapper, number", [(["nohup"], signal.SIGHUP), (["bash", "-c", 'trap "" INT; exec "$0" "$@"'], signal.SIGINT)],
                         ids=["nohup", "background"])
def test_an_ignored_signal_stays_ignored(start, onair, folder, wrapper, number):
    process = start([*wrapper, onair, "live", "--json", "--record", folder / "out.flv", "--duration", "4", *SMALL])
    process.wait_for(lambda line: '"recording"' in line and '"state":"recording"' in line, "the recording")
    process.send(number)
    assert process.wait() == 0, process.tail()
    decode_clean(folder / "out.flv")
    # It went on for its whole time.
    assert len(tracks(folder / "out.flv")[0].packets) > 100


@pytest.mark.parametrize("command", [("devices", "--json"), ("devices",), ("doctor", "--json"), ("--help",)], ids=" ".join)
def test_an_answer_that_cannot_be_written_is_said_and_has_its_code(start, onair, command):
    process = start(["bash", "-c", 'exec "$0" "$@" >/dev/full', onair, *command])
    assert process.wait() == 74, process.tail()
    assert process.err.count("\n") == 0 and "Standard output could not be written" in process.err, process.err


def test_a_reader_that_has_seen_enough_is_no_error(start, onair):
    process = start(["bash", "-c", '"$0" devices | true; exit ${PIPESTATUS[0]}', onair])
    assert process.wait() == 0 and process.err == "", process.tail()


def test_a_broadcast_goes_on_when_its_json_cannot_be_written(start, onair, folder):
    file = folder / "out.flv"
    process = start(["bash", "-c", 'exec "$0" "$@" >/dev/full', onair, "live", "--json", "--record", file, "--duration", "3", *SMALL])
    assert process.wait() == 74, process.tail()
    assert process.err.count("Standard output could not be written") == 1, process.err
    decode_clean(file)
    assert len(tracks(file)[0].packets) > 80


def test_the_end_of_every_output_is_told(live, folder):
    """In every run: what is told last must not be lost because the end is quicker."""
    for number in range(5):
        file = folder / f"out{number}.flv"
        process = live("--record", file, "--camera", "none", "--mic", "simulated", "--duration", "0.3")
        process.finish(0)
        assert [event["state"] for event in process.of("recording")][-1] == "ended", process.tail()


def test_a_simulated_device_in_the_place_of_a_real_one_is_told(live, folder):
    environment = {**os.environ, "PULSE_SERVER": f"unix:{folder}/nobody-here"}
    process = live("--record", folder / "a.flv", "--duration", "1", *SMALL, env=environment)
    process.finish(0)
    warnings = [event["message"] for event in process.of("message") if event["level"] == "warning"]
    assert any(re.match("No camera was found; the simulated one is seen", text) for text in warnings), warnings
    assert any(re.match("No microphone (was found|could be used .*); the simulated one is heard", text) for text in warnings)
    # Whoever asks for them is told nothing.
    asked = live("--camera", "simulated", "--mic", "simulated", "--record", folder / "b.flv", "--duration", "1", *SMALL)
    asked.finish(0)
    assert asked.of("message") == []


def test_a_sound_server_that_refuses_is_told_with_its_reason(live, folder):
    with socket.socket(socket.AF_UNIX) as server:
        path = f"/tmp/onair-refusing-{os.getpid()}"
        server.bind(path)
        try:
            # Bound, and nobody listens: the connection is refused.
            environment = {**os.environ, "PULSE_SERVER": f"unix:{path}"}
            process = live("--camera", "simulated", "--record", folder / "a.flv", "--duration", "1", *SMALL, env=environment)
            process.finish(0)
        finally:
            os.unlink(path)
    (warning,) = [event["message"] for event in process.of("message")]
    assert re.fullmatch(r"No microphone (could be used \(.+\)|was found); the simulated one is heard", warning), warning


def test_a_fault_of_a_device_that_is_not_in_use_is_told(live, folder):
    process = live("--camera", "simulated", "--mic", "none", "--record", folder / "a.flv", "--duration", "2",
                   "--simulate-fault", "mic:freeze@1,back:unplug@1,corrupt@0.5", *SMALL)
    summary = process.finish(0)
    texts = " ".join(event["message"] for event in process.of("message"))
    assert "--simulate-fault mic: simulated:microphone is not in use" in texts
    assert "--simulate-fault back: simulated:back is not in use" in texts
    assert "fault camera" not in texts
    assert summary["pictures"]["corrupt"] > 0


@pytest.mark.parametrize("option", ["--camera", "--mic"])
def test_missing_input_file(live, folder, option):
    process = live("--record", folder / "out.flv", option, f"file:{folder}/nothing.mp4")
    assert process.wait() == INPUT, process.tail()
    assert "nothing.mp4" in process.err


@pytest.mark.parametrize("option", ["--camera", "--mic"])
def test_input_file_that_is_no_media(live, folder, option):
    (folder / "text.mp4").write_text("This is no film.\n" * 100)
    process = live("--record", folder / "out.flv", option, f"file:{folder}/text.mp4")
    assert process.wait() == INPUT, process.tail()
    assert "text.mp4" in process.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("live",), "--to"),
        (("lvie",), "live"),
        (("live", "--record"), "FILE.flv"),
        (("live", "--recrod", "x.flv"), "--record"),
        (("live", "--record", "x.flv", "--profile", "720p3"), "720p_3"),
        (("live", "--record", "x.flv", "--size", "1281x720"), "multiples of 4"),
        (("live", "--to", "example.com/live/x"), "rtmp://"),
        (("live", "--to", "rtmp://host/live", "--key-file", "/nonexistent/key"), "/nonexistent/key"),
        (("help", "everything"), "--help"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_usage_errors(start, onair, arguments, words):
    process = start([onair, *arguments])
    assert process.wait() == USAGE, process.tail()
    assert process.out == ""
    assert len(process.err.splitlines()) == 1 and words in process.err, process.err


@pytest.mark.parametrize("arguments", [("--help",), ("help",), ("help", "live"), ("live", "--help"), ("--version",), ()])
def test_help_and_version_go_to_standard_output(start, onair, arguments):
    process = start([onair, *arguments])
    assert process.wait() == 0
    assert process.err == "" and "onair" in process.out

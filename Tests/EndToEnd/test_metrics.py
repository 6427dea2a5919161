"""`--metrics`: what Prometheus' own reader makes of it, and whom it answers."""

import re
import socket
import subprocess

from prometheus_client.parser import text_string_to_metric_families

from waiting import free_port

SMALL = ("--size", "320x180", "--fps", "30")


def fetch(url, *options):
    """What curl gets: head and body."""
    done = subprocess.run(["curl", "-s", "-i", "--max-time", "5", *options, url], capture_output=True, text=True)
    assert done.returncode == 0, done
    head, _, body = done.stdout.replace("\r\n", "\n").partition("\n\n")
    return head, body


def samples(page):
    """Each sample by its name and labels."""
    found = {}
    for family in text_string_to_metric_families(page):
        assert family.documentation and family.type in ("gauge", "counter"), family
        for sample in family.samples:
            key = (sample.name, tuple(sorted(sample.labels.items())))
            assert key not in found, key
            found[key] = sample.value
    return found


def test_metrics_of_a_live_stream_agree_with_its_json(live, server, folder):
    key = "key-5e1f"
    (folder / "key").write_text(key)
    process = live("--to", server.app_url(), "--key-file", folder / "key", "--record", folder / "a.flv", "--metrics", "0", *SMALL)
    told = process.wait_for_event("metrics")
    assert told["url"] == f"http://127.0.0.1:{told['port']}/metrics"
    process.wait_until_live()
    for _ in range(3):
        process.wait_for_event("statistics", state="connected")
    head, page = fetch(told["url"])
    assert head.startswith("HTTP/1.1 200 ")
    assert re.search(r"(?im)^content-type: text/plain; version=0\.0\.4", head), head
    assert key not in head + page
    values = samples(page)
    assert len({name for name, _ in values}) > 40

    # The page is that of one second: the one told before or after it was fetched.
    seconds = {event["time"]: event for event in process.of("statistics")}
    time = round(values["onair_uptime_seconds", ()], 3)
    status = min(seconds.values(), key=lambda event: abs(event["time"] - time))
    assert abs(status["time"] - time) <= 1, (time, list(seconds))
    (destination,), (recording,) = status["destinations"], status["recordings"]
    sent = tuple(sorted({"output": destination["id"], "kind": "destination"}.items()))
    written = tuple(sorted({"output": recording["id"], "kind": "recording"}.items()))
    if abs(status["time"] - time) < 0.01:
        assert values["onair_output_bytes_total", sent] == destination["bytes"]
        assert values["onair_output_bytes_total", written] == recording["bytes"]
        assert values["onair_pictures_program_total", ()] == status["pictures"]["program"]
        assert values["onair_bitrate_target_bits_per_second", ()] == status["encoder"]["kbps"] * 1000
    assert values["onair_output_leader", sent] == 1
    assert values["onair_stream_state", (("state", "connected"),)] == 1

    # Nothing else, for nobody else.
    assert fetch(told["url"].replace("metrics", ""))[0].startswith("HTTP/1.1 404 ")
    assert fetch(told["url"], "-X", "POST", "-d", "x")[0].startswith("HTTP/1.1 405 ")
    head, body = fetch(told["url"], "--head")
    assert head.startswith("HTTP/1.1 200 ") and body == ""
    with socket.socket() as other:
        assert other.connect_ex(("127.0.0.2", told["port"])) != 0
    code, _ = process.interrupt()
    assert code == 0, process.tail()
    with socket.socket() as later:
        assert later.connect_ex(("127.0.0.1", told["port"])) != 0


def test_a_port_that_is_taken_is_told_before_anything_starts(start, onair, folder):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = start([onair, "live", "--record", folder / "a.flv", "--metrics", port, "--duration", "1", *SMALL])
        assert process.wait() == 78, process.tail()
    (line,) = process.err.splitlines()
    assert str(port) in line and "in use" in line
    assert not (folder / "a.flv").exists()


def test_people_are_told_where_metrics_are(start, onair, folder):
    port = free_port()
    process = start([onair, "live", "--record", folder / "a.flv", "--metrics", port, "--duration", "1", *SMALL])
    process.wait_for(lambda line: line == f"metrics at http://127.0.0.1:{port}/metrics", "the address")
    assert process.wait() == 0, process.tail()

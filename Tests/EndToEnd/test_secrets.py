"""A stream key, a user, a password and a query are shown nowhere: not in words, JSON, logs, metrics or the process list."""

import pathlib
import re
import urllib.request

import pytest

from hostile_server import HostileServer
from waiting import free_port, let_pass, wait_until

CANARY = "canary-3f9a"
SMALL = ("--size", "320x180", "--duration", "3")
DEBUG = ("--log-level", "debug")


def process_list(process):
    """What `ps` shows of it."""
    return pathlib.Path(f"/proc/{process.pid}/cmdline").read_text()


def check(process, *others):
    """Nothing it said, and nothing else that was seen of it, holds a canary."""
    for text in (process.out, process.err, *others):
        place = text.find(CANARY)
        assert place < 0, text[max(0, place - 200):place + 40]


@pytest.mark.parametrize("json", [True, False], ids=["json", "words"])
def test_key_from_a_file(live, start, onair, server, folder, json):
    (folder / "key").write_text(f"show?token={CANARY}\n")
    arguments = ("--to", server.app_url(), "--key-file", folder / "key", *DEBUG, *SMALL)
    if json:
        process = live(*arguments)
        process.wait_until_live()
    else:
        process = start([onair, "live", *arguments])
        process.wait_for(lambda line: "live" in line, "it is live")
    listed = process_list(process)
    assert "--key-file" in listed
    assert process.wait() == 0, process.tail()
    check(process, listed)
    assert server.recording("show").exists()


def test_key_from_standard_input(live, server):
    process = live("--to", server.app_url(), "--key-file", "-", *SMALL, stdin=b"show\n")
    process.finish()
    assert server.recording("show").exists()


def test_everything_in_the_address_of_a_server_that_dies_and_comes_back(live, server):
    """Live, metrics fetched, lost, tried again, live again: through all of it."""
    url = server.url(f"{CANARY}?token={CANARY}&x={CANARY}").replace("://", f"://{CANARY}:{CANARY}@")
    process = live("--to", url, "--metrics", "0", *DEBUG, "--size", "320x180")
    process.wait_until_live()
    listed = process_list(process)
    assert "--to" in listed
    process.wait_for_event("statistics", state="connected")
    server.kill()
    process.wait_for_event("destination", state="reconnecting")
    page = urllib.request.urlopen(process.of("metrics")[0]["url"], timeout=5).read().decode()
    assert "onair_output_bytes_total" in page
    server.restart()
    wait_until(lambda: [event["state"] for event in process.of("destination")].count("live") == 2, "live again")
    process.interrupt()
    check(process, listed, page)
    # The log really was on, and told of the attempts.
    assert re.search(r"attempt\W+2", process.err), process.err[:2000]


def test_key_of_a_server_that_refuses(live, server, folder):
    (folder / "key").write_text(CANARY)
    for address in (server.app_url("refused"), f"rtmp://127.0.0.1:{free_port()}/live", "rtmp://no-such-host.invalid/live"):
        process = live("--to", address, "--key-file", folder / "key", *DEBUG, *SMALL)
        assert process.wait(30) == 69, process.tail()
        check(process)


@pytest.mark.parametrize(
    "description",
    [
        f"no: key {CANARY} of user {CANARY} with password {CANARY}",
        f"[ AccessManager.Reject ] : [ authmod=adobe ] : ?reason=authfailed&opaque={CANARY}&user={CANARY}",
        f"[ AccessManager.Reject ] : [ code=403 need auth; authmod=adobe ] : {CANARY}",
    ],
    ids=["plain", "adobe", "needs"],
)
def test_a_server_that_repeats_what_it_knows(live, description):
    server = HostileServer(description)
    try:
        url = f"rtmp://{CANARY}:{CANARY}@127.0.0.1:{server.port}/live/{CANARY}?{CANARY}"
        process = live("--to", url, "--keep-trying", "--reconnect-attempts", "1", "--reconnect-delay", "0.1", *DEBUG, *SMALL)
        assert process.wait(30) == 69, process.tail()
        check(process)
        assert server.guests >= 1
    finally:
        server.end()


def test_a_server_that_is_tried_again_and_never_there(live, folder):
    (folder / "key").write_text(f"{CANARY}\n")
    process = live("--to", f"rtmp://{CANARY}:{CANARY}@127.0.0.1:{free_port()}/live", "--key-file", folder / "key", "--keep-trying",
                   *DEBUG, "--size", "320x180")
    process.wait_for_event("destination", state="reconnecting")
    let_pass(1)
    listed = process_list(process)
    code, _ = process.interrupt()
    assert code == 0
    check(process, listed)


@pytest.mark.parametrize(
    "arguments",
    [
        ("live", "--to", f"rtmp://host:99999/live/{CANARY}"),
        ("live", "--to", f"rtmps://host/live/{CANARY}"),
        ("live", "--to", f"rtmp://user:{CANARY}@/live/key"),
        ("live", "--to", f"rtmp://user:{CANARY}%zz@host/live/key"),
        ("live", "--to", f"http://host/live/{CANARY}"),
        ("live", "--to", f"rtmp://host/live/{CANARY}\nx"),
        ("live", f"rtmp://host/live/{CANARY}"),
        ("live", "--record", f"rtmp://host/live/{CANARY}"),
        ("live", "--record", "a.flv", "--profile", f"rtmp://host/live/{CANARY}"),
        ("live", "--record", "a.flv", "--camera", f"rtmp://host/live/{CANARY}"),
        (f"rtmp://host/live/{CANARY}",),
        ("devices", f"rtmp://host/live/{CANARY}"),
        ("doctor", f"rtmp://host/live/{CANARY}"),
        ("camera", "show", f"rtmp://host/live/{CANARY}"),
    ],
    ids=lambda words: " ".join(words).replace(CANARY, "KEY").replace("\n", "\\n"),
)
def test_an_address_in_the_wrong_place_or_form(start, onair, arguments, folder):
    process = start([onair, *arguments], cwd=folder)
    assert process.wait() not in (0, 70), process.tail()
    check(process)

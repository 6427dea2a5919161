"""A stream key is shown nowhere."""

import pathlib

import pytest

from waiting import free_port

CANARY = "canary-3f9a"
SMALL = ("--size", "320x180", "--duration", "3")


def process_list(process):
    """What `ps` shows of it."""
    return pathlib.Path(f"/proc/{process.pid}/cmdline").read_text()


@pytest.mark.parametrize("json", [True, False], ids=["json", "words"])
def test_key_from_a_file(live, start, onair, server, folder, json):
    (folder / "key").write_text(f"show?token={CANARY}\n")
    arguments = ("--to", server.app_url(), "--key-file", folder / "key", "--log-level", "debug", *SMALL)
    if json:
        process = live(*arguments)
        process.wait_until_live()
    else:
        process = start([onair, "live", *arguments])
        process.wait_for(lambda line: "live" in line, "it is live")
    listed = process_list(process)
    assert "--key-file" in listed and CANARY not in listed
    assert process.wait() == 0, process.tail()
    assert CANARY not in process.out + process.err
    assert server.recording("show").exists()


def test_key_from_standard_input(live, server):
    process = live("--to", server.app_url(), "--key-file", "-", *SMALL, stdin=b"show\n")
    process.finish()
    assert server.recording("show").exists()


def test_key_in_the_address(live, server):
    process = live("--to", server.url(f"show?token={CANARY}"), "--log-level", "debug", *SMALL)
    process.wait_until_live()
    listed = process_list(process)
    assert "--to" in listed and CANARY not in listed
    process.finish()
    assert CANARY not in process.out + process.err


def test_key_of_a_server_that_refuses(live, server, folder):
    (folder / "key").write_text(CANARY)
    for address in (server.app_url("refused"), f"rtmp://127.0.0.1:{free_port()}/live", "rtmp://no-such-host.invalid/live"):
        process = live("--to", address, "--key-file", folder / "key", "--log-level", "debug", *SMALL)
        assert process.wait(30) == 69, process.tail()
        assert CANARY not in process.out + process.err


def test_password_in_the_address(live):
    process = live("--to", f"rtmp://me:{CANARY}@127.0.0.1:{free_port()}/live/x", "--log-level", "debug", *SMALL)
    process.wait()
    assert CANARY not in process.out + process.err

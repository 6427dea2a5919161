"""Every command in README.md is run as it stands, block by block."""

import os
import re
import subprocess

import pytest

from conftest import ROOT

BLOCK = re.compile(r"^```sh\n(.*?)^```", re.M | re.S)
# This very test is a part of it: that it runs is the proof.
RUNS_US = "./test"


def blocks():
    """The commands of each ```sh block."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = []
    for block in BLOCK.findall(text):
        lines = block.replace("\\\n", " ").splitlines()
        found.append([line.strip() for line in lines if line.strip() and not line.startswith("#")])
    return found


def test_the_readme_has_commands():
    commands = [command for block in blocks() for command in block]
    assert commands[0] == "./run" and RUNS_US in commands and len(commands) > 10


def made_real(command, folder, server, clips):
    """The command with the text's example server, clip and outputs replaced by the test's."""
    command = command.replace("rtmp://localhost/live", server.app_url("live"))
    command = re.sub(r"(--duration|--seconds) \S+", r"\1 3", command)
    command = command.replace("clip.mp4", str(clips / "bigbuckbunny.mp4"))
    return re.sub(r"(?<!\S)([\w-]+\.(?:flv|key|png))(?!\S)", lambda match: str(folder / match.group()), command)


@pytest.mark.parametrize("commands", blocks(), ids=lambda commands: commands[-1])
def test_block(commands, start, onair, server, folder, clips, request):
    (folder / "stream.key").write_text("secret-name\n")
    # As after the README's own `export`.
    environment = {**os.environ, "PATH": f"{onair.parent}:{os.environ['PATH']}"}
    if any("--window" in command for command in commands):
        environment["DISPLAY"] = request.getfixturevalue("desktop").display
    for command in commands:
        if command == RUNS_US:
            pytest.skip("this run is its proof")
        real = made_real(command, folder, server, clips)
        # Without an end of its own it is ended as a user would.
        is_endless = real == "./run"
        process = start(["bash", "-c", f"exec {real}" if is_endless else real], cwd=ROOT, env=environment)
        if is_endless:
            process.wait_for(lambda line: "ctrl-C" in line, "it is on air", deadline=600)
            process.wait_for(lambda line: line.endswith(": live"), "it is live")
            code, _ = process.interrupt(30)
        else:
            code = process.wait(600)
        assert code == 0, process.tail()
    for file in folder.glob("*.flv"):
        probe = subprocess.run(["ffprobe", "-v", "error", file], capture_output=True)
        assert probe.returncode == 0 and not probe.stderr, probe.stderr

"""Every command in README.md is run as it stands."""

import os
import re
import subprocess

import pytest

from conftest import ROOT

BLOCK = re.compile(r"^```sh\n(.*?)^```", re.M | re.S)
# These contain this very test; that we run is their proof. `git clone` brought us here.
ALREADY_RUNNING = ("./test", "./test full", "git clone")


def commands():
    """Each command of each ```sh block; a backslash joins lines."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for block in BLOCK.findall(text):
        for line in block.replace("\\\n", " ").splitlines():
            line = re.sub(r"\s+#\s.*$", "", line).strip()
            if line and not line.startswith("#"):
                yield re.sub(r"\s+", " ", line)


def is_running(command):
    return any(command == known or command.startswith("git clone") for known in ALREADY_RUNNING)


def test_the_readme_has_commands():
    found = list(commands())
    assert "./run" in found and "./test" in found and len(found) > 10


@pytest.mark.parametrize("command", list(dict.fromkeys(commands())))
def test_command(command, start, server, folder, clips):
    if is_running(command):
        pytest.skip("this run is its proof")
    # The addresses of the text are examples; the files are the test's.
    real = command.replace("rtmp://localhost/live", server.app_url("live"))
    real = re.sub(r"(--duration|--seconds) \S+", r"\1 3", real)
    real = real.replace("clip.mp4", str(clips / "bigbuckbunny.mp4"))
    real = re.sub(r"\b([\w-]+)\.flv", lambda match: str(folder / match.group()), real)
    (folder / "stream.key").write_text("secret-name\n")
    real = real.replace("stream.key", str(folder / "stream.key"))
    endless = real.startswith(("./run", "onair live", ".build/release/onair live")) and " 3" not in real
    process = start(["bash", "-c", f"exec {real}" if "|" not in real else real], cwd=ROOT, env={**os.environ})
    if endless:
        process.wait_for(lambda line: "live" in line.lower(), "it is on air", deadline=300)
        code, _ = process.interrupt(30)
    else:
        code = process.wait(600)
    assert code == 0, process.tail()
    # What it was to leave behind is there.
    for name in re.findall(r"\b([\w-]+\.flv)", command):
        probe = subprocess.run(["ffprobe", "-v", "error", folder / name], capture_output=True)
        assert probe.returncode == 0 and not probe.stderr, probe.stderr

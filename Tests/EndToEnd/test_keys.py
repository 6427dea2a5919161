"""Keys during `onair live`, typed at a real terminal (a pseudo terminal), and the terminal given back afterwards."""

import os
import re
import signal
import time

import numpy as np
import pytest

from media import sound
from waiting import wait_until

SMALL = ["--profile", "360p_1", "--camera", "simulated", "--mic", "simulated"]


def test_each_key_answers_with_one_line_and_q_ends_well(on_air):
    terminal = on_air()
    terminal.wait_for("from Simulated Front Camera .simulated:front. and Simulated Microphone")
    terminal.answer("c", r"camera: Simulated Back Camera\r\n")
    terminal.answer("c", r"camera: Simulated Front Camera\r\n")
    terminal.answer("m", r"muted: viewers hear silence\r\n")
    terminal.answer("m", r"not muted\r\n")
    terminal.answer("t", r"(torch on|has no torch)[^\r]*\r\n")
    terminal.answer("+", r"(zoom 1\.25|has no zoom)[^\r]*\r\n")
    terminal.answer("-", r"(zoom 1\.00|has no zoom)[^\r]*\r\n")
    terminal.answer("x", r"mirrored\r\n")
    terminal.answer("f", r"frozen: viewers keep this picture, and hear the sound\r\n")
    terminal.answer("f", r"not frozen\r\n")
    terminal.answer("o", r"the picture stands as portrait, 360x640\r\n")
    terminal.answer("1", r"There are no scenes: --scenes names a file of them\.\r\n")
    terminal.answer("?", r"keys: c camera .* q end\r\n")
    start = len(terminal.text)
    # The status line goes on below the answers.
    terminal.wait_for(r"\r00:00:\d\d  recording", start)
    terminal.type("q")
    assert terminal.wait() == 0
    assert terminal.mode == terminal.before


def test_arrow_keys_and_strangers_do_nothing(on_air):
    terminal = on_air()
    start = len(terminal.text)
    # Arrow keys, F5, Alt-m, an umlaut, and letters that mean nothing.
    terminal.type("\x1b[A\x1b[15~\x1bOC\x1bmäzy")
    terminal.wait_for(r"press \? for the keys\r\n", start)
    # Once is enough.
    terminal.answer("z?", r"keys: .*\r\n")
    assert terminal.text.count("press ?") == 1
    assert not re.search("camera:|muted|torch on|zoom [0-9]", terminal.text[start:]), terminal.text[start:]
    terminal.type("q")
    assert terminal.wait() == 0


PASTE = "quit the mute camera torch +++ cmtq\n"


def test_marked_pasted_text_is_no_key_in_whatever_pieces(on_air):
    terminal = on_air()
    assert "\x1b[?2004h" in terminal.text
    start = len(terminal.text)
    for piece in ("\x1b[2", "00", "~q", PASTE, "q", "\x1b", "[201~"):
        terminal.type(piece)
    terminal.answer("?", r"keys: .*\r\n")
    assert not re.search("camera: |muted|torch on|zoom [0-9]|ended", terminal.text[start:]), terminal.text[start:]
    terminal.type("q")
    assert terminal.wait() == 0
    assert terminal.mode == terminal.before
    # And the terminal marks nothing for whoever comes next.
    assert terminal.text.rindex("\x1b[?2004l") > terminal.text.rindex("\x1b[?2004h")


def test_pasted_text_without_marks_is_no_key(on_air):
    terminal = on_air()
    start = len(terminal.text)
    terminal.type(PASTE * 3)
    terminal.wait_for(r"press \? for the keys", start)
    # A paste ends with a pause.
    time.sleep(0.6)
    terminal.answer("?", r"keys: .*\r\n")
    assert not re.search("camera: |muted|torch on|zoom [0-9]|ended", terminal.text[start:]), terminal.text[start:]
    terminal.type("q")
    assert terminal.wait() == 0


def test_the_keys_named_are_those_of_the_camera(on_air):
    terminal = on_air()
    # The front camera has no lamp.
    assert "t torch" not in terminal.answer("?", r"keys: .*\r\n").group()
    terminal.answer("c", r"camera: Simulated Back Camera\r\n")
    assert "t torch" in terminal.answer("?", r"keys: .*\r\n").group()
    terminal.type("q")
    assert terminal.wait() == 0


def test_nothing_typed_is_shown_once_anything_is_said(onair, folder, typed):
    terminal = typed(onair, "live", *SMALL, "--record", folder / "take.flv")
    terminal.wait_for(r"\x1b\[\?2004h")
    assert terminal.text.startswith("\x1b[?2004h") and terminal.takes_keys
    terminal.type("q")
    assert terminal.wait() == 0


def test_mute_makes_the_recording_silent(on_air, folder):
    terminal = on_air()
    terminal.wait_for(r"00:00:02  recording")
    terminal.answer("m", "muted")
    start = len(terminal.text)
    terminal.wait_for(r"00:00:05  recording", start)
    terminal.type("q")
    assert terminal.wait() == 0
    samples, rate = sound(folder / "take.flv")
    assert np.sqrt(np.mean(samples[: rate] ** 2)) > 0.001
    assert np.abs(samples[-rate:]).max() < 1e-4


def test_a_camera_that_cannot_be_opened_leaves_the_old_one_and_says_why(on_air):
    terminal = on_air("--simulate-fault", "back:deny@0")
    terminal.answer("c", r"may not open the simulated back camera.*\r\n")
    terminal.answer("+", r"zoom 1\.25\r\n")
    terminal.answer("t", r"Simulated Front Camera has no torch\.\r\n")
    start = len(terminal.text)
    terminal.wait_for(r"\r00:00:\d\d  recording", start)
    terminal.type("q")
    assert terminal.wait() == 0


def test_the_back_camera_has_a_torch_and_more_zoom(on_air):
    terminal = on_air("--camera", "back")
    terminal.answer("t", r"torch on\r\n")
    terminal.answer("t", r"torch off\r\n")
    for _ in range(12):
        found = terminal.answer("+", r"zoom (\d\.\d\d)(: that is as near as it goes)?\r\n")
        if found.group(2):
            break
    assert found.group(2)
    terminal.type("q")
    assert terminal.wait() == 0


def test_keys_are_left_alone_with_json_and_quiet(onair, folder, typed):
    for option in ("--json", "--quiet"):
        terminal = typed(onair, "live", *SMALL, "--record", folder / "take.flv", "--duration", "1", option)
        assert terminal.wait() == 0
        assert "keys:" not in terminal.text
        assert terminal.mode == terminal.before


@pytest.mark.parametrize("number, code", [(signal.SIGTERM, 0), (signal.SIGHUP, 0), (signal.SIGQUIT, -signal.SIGQUIT),
                                          (signal.SIGSEGV, -signal.SIGSEGV)])
def test_the_terminal_is_given_back_after_a_signal(on_air, folder, number, code):
    terminal = on_air(cwd=folder)
    terminal.process.send_signal(number)
    assert terminal.wait() == code
    assert terminal.mode == terminal.before
    terminal.wait_for(r"\x1b\[\?2004l", terminal.text.rindex("\x1b[?2004h"))


def test_ctrl_c_still_works(on_air):
    terminal = on_air()
    terminal.type("\x03")
    assert terminal.wait() == 0
    assert terminal.mode == terminal.before


def test_the_second_ctrl_c_gives_the_terminal_back_too(onair, typed, server):
    terminal = typed(onair, "live", *SMALL, "--to", server.url("keys"))
    terminal.wait_for("live\r\n")
    # A server that takes nothing any more makes the end as long as it gets, which is some tenths of a second.
    server.freeze()
    terminal.wait_for(r"00:00:02 ")
    start = time.monotonic()
    terminal.type("\x03")
    # Both at once would be one signal: the second comes when the first has been taken.
    while terminal.process.poll() is None and time.monotonic() - start < 5:
        time.sleep(0.05)
        terminal.type("\x03")
    assert terminal.wait() == 130
    assert terminal.mode == terminal.before


def test_a_failure_gives_the_terminal_back(onair, folder, typed):
    terminal = typed(onair, "live", "--camera", f"file:{folder}/none.mp4", "--record", folder / "take.flv")
    assert terminal.wait() == 66
    assert terminal.mode == terminal.before


# A shell as small as can be: it starts a program in the foreground, leaves the terminal as it finds it when the
# program stops, and continues it when told to.
SHELL = """
import os, signal, sys
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
child = os.fork()
if child == 0:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpid())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execv(sys.argv[1], sys.argv[1:])
while True:
    _, status = os.waitpid(child, os.WUNTRACED)
    os.tcsetpgrp(0, os.getpgrp())
    if not os.WIFSTOPPED(status):
        sys.exit(os.waitstatus_to_exitcode(status))
    print("it has stopped", flush=True)
    input()
    os.tcsetpgrp(0, child)
    os.kill(child, signal.SIGCONT)
"""


def test_ctrl_z_gives_the_terminal_back_until_it_goes_on(onair, folder, typed):
    terminal = typed("python3", "-c", SHELL, onair, "live", *SMALL, "--record", folder / "take.flv")
    wait_until(lambda: terminal.takes_keys, "keys are taken")
    terminal.wait_for("take.flv: recording")
    for _ in range(2):
        terminal.answer("\x1a", "it has stopped")
        assert terminal.mode == terminal.before
        terminal.type("go on\n")
        wait_until(lambda: terminal.takes_keys, "keys are taken again")
        terminal.answer("?", r"keys: .*\r\n")
    terminal.type("q")
    assert terminal.wait() == 0
    assert terminal.mode == terminal.before


def test_job_control_works_in_a_shell(onair, folder, typed):
    shell = typed("bash", "--norc", "--noprofile", "--noediting", "-i", cwd=folder)
    options = " ".join(SMALL)

    def command(text, pattern):
        start = len(shell.text)
        shell.type(text + "\n")
        return shell.wait_for(pattern, start)

    before = command("echo =$(stty -g)=", r"=([0-9a-f:]+)=\r\n").group(1)
    # In the background it leaves the keys to the shell.
    command(f"{onair} live {options} --record back.flv --log-level error &", "recording")
    assert "keys:" not in shell.text
    assert command("echo =$(stty -g)=", r"=([0-9a-f:]+)=\r\n").group(1) == before
    # In the foreground it takes them.
    command("fg", "onair live")
    wait_until(lambda: shell.takes_keys, "keys are taken")
    shell.answer("?", r"keys: .*\r\n")
    # Stopped, the terminal is as it was.
    shell.answer("\x1a", "Stopped")
    assert command("echo =$(stty -g)=", r"=([0-9a-f:]+)=\r\n").group(1) == before
    # Continued, it takes keys again.
    command("fg", "onair live")
    wait_until(lambda: shell.takes_keys, "keys are taken")
    shell.answer("?", r"keys: .*\r\n")
    start = len(shell.text)
    shell.type("q")
    # What is typed before the shell is back is the broadcast's, and lost.
    shell.wait_for(r"ended[\s\S]*bash-[0-9.]+[#$] ", start)
    assert command("echo =$?=$(stty -g)=", r"=0=([0-9a-f:]+)=\r\n").group(1) == before
    shell.type("exit\n")
    shell.wait()

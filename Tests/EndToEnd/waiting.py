"""Waiting for something to become true, with an end to every wait."""

import socket
import time

# Generous: on a busy machine a start can take seconds. A wait ends as soon as what it waits for is there.
DEADLINE = 20.0


def wait_until(condition, what, deadline=DEADLINE):
    """Returns the first true value of `condition()`; fails with `what` after `deadline` seconds."""
    end = time.monotonic() + deadline
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"not within {deadline:g} s: {what}")
        time.sleep(0.02)


def free_port():
    """A TCP port on 127.0.0.1 that nobody has; somebody may take it before you do."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def is_listening(port):
    """Whether somebody listens on `port`, without a connection: a server that takes one guest is not disturbed."""
    wanted = f":{port:04X}"
    with open("/proc/net/tcp") as table:
        for line in table.readlines()[1:]:
            fields = line.split()
            if fields[1].endswith(wanted) and fields[3] == "0A":
                return True
    return False


def let_pass(seconds):
    """Some of the broadcast, for nothing but its length."""
    time.sleep(seconds)

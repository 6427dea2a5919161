"""Two network namespaces with a cable between them whose rate can be changed and which can be cut."""

import itertools
import os
import subprocess

numbers = itertools.count()


def ip(*words):
    subprocess.run(["ip", *map(str, words)], check=True, capture_output=True, timeout=10)


class Network:
    """`near` and `far`, each with a loopback of its own; what goes from near to far passes a token bucket."""

    def __init__(self):
        number = next(numbers)
        self.near, self.far = (f"onair{side}{os.getpid()}x{number}" for side in "AB")
        subnet = f"10.231.{(os.getpid() * 7 + number) % 250}"
        self.near_address, self.far_address = f"{subnet}.1", f"{subnet}.2"
        self.shaped = False
        ends = f"va{os.getpid() % 100000}x{number}", f"vb{os.getpid() % 100000}x{number}"
        try:
            ip("netns", "add", self.near)
            ip("netns", "add", self.far)
            ip("link", "add", ends[0], "type", "veth", "peer", "name", ends[1])
            for end, space, address in zip(ends, (self.near, self.far), (self.near_address, self.far_address)):
                ip("link", "set", end, "netns", space)
                ip("-n", space, "link", "set", end, "name", "eth0")
                ip("-n", space, "addr", "add", f"{address}/24", "dev", "eth0")
                ip("-n", space, "link", "set", "lo", "up")
                ip("-n", space, "link", "set", "eth0", "up")
        except BaseException:
            self.end()
            raise

    def prefix(self, space):
        """What runs a program in one of them."""
        return ("ip", "netns", "exec", space)

    def limit(self, kilobits):
        """Lets so many kbit/s pass from near to far; a queue of 200 ms stands before it."""
        verb = "change" if self.shaped else "add"
        ip("netns", "exec", self.near, "tc", "qdisc", verb, "dev", "eth0", "root", "tbf", "rate", f"{kilobits}kbit",
           "burst", "16kbit", "latency", "200ms")
        self.shaped = True

    def cut(self):
        ip("-n", self.far, "link", "set", "eth0", "down")

    def mend(self):
        ip("-n", self.far, "link", "set", "eth0", "up")

    def swallow(self):
        """A black hole: the cable is there, and nothing arrives."""
        ip("netns", "exec", self.far, "iptables", "-A", "INPUT", "-i", "eth0", "-j", "DROP")

    def stop_swallowing(self):
        ip("netns", "exec", self.far, "iptables", "-F", "INPUT")

    def end(self):
        for space in (self.near, self.far):
            subprocess.run(["ip", "netns", "del", space], capture_output=True, timeout=10)


def why_unavailable():
    """Why no namespaces can be made here; None where they can."""
    try:
        network = Network()
    except FileNotFoundError:
        return "there is no `ip`: Scripts/setup test"
    except subprocess.CalledProcessError as error:
        return f"{' '.join(error.cmd)}: {error.stderr.decode('utf-8', 'replace').strip()}"
    try:
        network.limit(1000)
        subprocess.run(["ip", "netns", "exec", network.far, "iptables", "-L"], check=True, capture_output=True, timeout=10)
    except (subprocess.CalledProcessError, FileNotFoundError) as error:
        return str(error)
    finally:
        network.end()
    return None

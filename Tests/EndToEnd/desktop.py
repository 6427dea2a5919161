"""A desktop that nobody sees (Xvfb), and `onair-window` on it as a test drives it."""

import ctypes
import os
import subprocess

import numpy as np

from live import LiveEvents
from processes import Running, run
from waiting import wait_until


class Desktop:
    """An X server of its own; without a window manager, so that windows lie where they are put."""

    size = (1280, 800)

    def __init__(self):
        width, height = self.size
        # It chooses a number that is free and tells it once it takes guests.
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp",
             # It stays as it is when its only guest leaves.
             "-noreset"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        number = self.process.stdout.readline().decode().strip()
        assert number, "Xvfb did not start"
        self.display = f":{number}"

    @property
    def environment(self):
        return {**os.environ, "DISPLAY": self.display}

    def xdotool(self, *words):
        return run(["xdotool", *words], env=self.environment, deadline=10).stdout.decode().strip()

    def screenshot(self):
        """All of the desktop, a (height, width, 3) array of RGB."""
        width, height = self.size
        done = run(
            ["ffmpeg", "-v", "error", "-f", "x11grab", "-draw_mouse", "0", "-video_size", f"{width}x{height}",
             "-i", self.display, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
            env=self.environment, deadline=10)
        return np.frombuffer(done.stdout, np.uint8).reshape(height, width, 3)

    def end(self):
        self.process.terminate()
        self.process.wait(5)
        self.process.stdout.close()


class _ClientMessage(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p), ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int), ("data", ctypes.c_long * 5), ("padding", ctypes.c_long * 24),
    ]


class Window(LiveEvents, Running):
    """A running `onair-window --json`."""

    def __init__(self, binary, desktop, *arguments, **options):
        self.desktop = desktop
        super().__init__([binary, "--json", *arguments], env=desktop.environment, **options)

    @property
    def id(self):
        """The window's number, once it is shown."""
        def search():
            done = subprocess.run(
                ["xdotool", "search", "--onlyvisible", "--pid", str(self.pid)], env=self.desktop.environment,
                stdin=subprocess.DEVNULL, capture_output=True, timeout=10)
            return done.stdout.split()[-1:]

        if not hasattr(self, "_id"):
            self._id = wait_until(search, "the window is shown")[0].decode()
        return self._id

    def place(self, width, height):
        """Puts it into the desktop's top left corner at this size."""
        self.desktop.xdotool("windowmove", self.id, 0, 0, "windowsize", self.id, width, height)
        self.size = (width, height)
        # The window manager that is not there would have done it; and the wheel turns where the mouse is.
        self.desktop.xdotool("windowfocus", self.id, "mousemove", width // 2, height // 2)

    @property
    def title(self):
        return self.desktop.xdotool("getwindowname", self.id)

    def wait_for_title(self, part):
        return wait_until(lambda: part in self.title and self.title, f"a title with {part!r}")

    def screenshot(self):
        width, height = self.size
        return self.desktop.screenshot()[:height, :width]

    def says(self, act, part):
        """Does something and waits until a message with `part` in it answers."""
        before = len(self.of("message"))
        act()
        return wait_until(
            lambda: next((event["message"] for event in self.of("message")[before:] if part in event["message"]), None),
            f"an answer with {part!r}; so far:\n{self.tail()}")

    def key(self, name, part):
        return self.says(lambda: self.desktop.xdotool("key", name), part)

    def click(self, x, y, part):
        return self.says(lambda: self.desktop.xdotool("mousemove", x, y, "click", 1), part)

    def wheel(self, up, part):
        return self.says(lambda: self.desktop.xdotool("click", 4 if up else 5), part)

    def close_by_its_button(self):
        """What a window manager sends when the close button is pressed (ICCCM 4.2.8.1)."""
        x11 = ctypes.CDLL("libX11.so.6")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XInternAtom.restype = ctypes.c_ulong
        x11.XInternAtom.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
        x11.XSendEvent.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_long, ctypes.c_void_p]
        x11.XCloseDisplay.argtypes = [ctypes.c_void_p]
        display = x11.XOpenDisplay(self.desktop.display.encode())
        message = _ClientMessage(type=33, window=int(self.id), format=32)
        message.message_type = x11.XInternAtom(display, b"WM_PROTOCOLS", 0)
        message.data[0] = x11.XInternAtom(display, b"WM_DELETE_WINDOW", 0)
        x11.XSendEvent(display, int(self.id), 0, 0, ctypes.byref(message))
        x11.XCloseDisplay(display)

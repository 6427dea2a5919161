"""An RTMP server that refuses, and repeats in its refusal what it must not be shown."""

import socket
import struct
import threading


def amf_string(text):
    return b"\x02" + struct.pack(">H", len(text)) + text.encode()


def amf_named(text):
    return struct.pack(">H", len(text)) + text.encode()


def message(kind, body):
    """One message on chunk stream 3, chunks of 128 bytes (RTMP 5.3)."""
    head = b"\x03" + b"\0\0\0" + struct.pack(">I", len(body))[1:] + bytes([kind]) + b"\0\0\0\0"
    return head + b"\xc3".join(body[at:at + 128] for at in range(0, len(body), 128))


class HostileServer:
    """Shakes hands with every guest, waits for its first command and answers it with `_error` and a description."""

    def __init__(self, description):
        self.description = description
        self.guests = 0
        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.socket.listen(8)
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                guest, _ = self.socket.accept()
            except OSError:
                return
            self.guests += 1
            with guest:
                try:
                    self._refuse(guest)
                except OSError:
                    pass

    def _refuse(self, guest):
        guest.settimeout(5)
        received = b""
        while len(received) < 1537:
            received += guest.recv(4096) or b"\0" * 2000
        guest.sendall(b"\x03" + b"\0" * 1536 + received[1:1537])
        while b"connect" not in received:
            received += guest.recv(4096) or b"connect"
        information = b"\x03" + b"".join(
            amf_named(name) + amf_string(value)
            for name, value in (("level", "error"), ("code", "NetConnection.Connect.Rejected"), ("description", self.description))
        ) + b"\0\0\x09"
        guest.sendall(message(20, amf_string("_error") + b"\0" + struct.pack(">d", 1) + b"\x05" + information))
        # Until the guest has read it and gone.
        while guest.recv(4096):
            pass

    def end(self):
        self.socket.close()

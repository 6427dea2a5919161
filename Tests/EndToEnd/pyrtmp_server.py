"""pyrtmp as a server for one stream: `pyrtmp_server.py PORT FILE.flv` writes what it gets to FILE.flv."""

import asyncio
import logging
import sys

from pyrtmp.flv import FLVMediaType, FLVWriter
from pyrtmp.rtmp import RTMPProtocol, SimpleRTMPController

logging.disable(logging.INFO)


class Controller(SimpleRTMPController):
    """Answers as pyrtmp does, and keeps the media."""

    def __init__(self, path):
        super().__init__()
        self.file = open(path, "wb")
        self.writer = FLVWriter()
        self.file.write(self.writer.write_header())

    async def on_metadata(self, session, message):
        self.file.write(self.writer.write(0, message.to_raw_meta(), FLVMediaType.OBJECT))

    async def on_video_message(self, session, message):
        self.file.write(self.writer.write(message.timestamp, message.payload, FLVMediaType.VIDEO))

    async def on_audio_message(self, session, message):
        self.file.write(self.writer.write(message.timestamp, message.payload, FLVMediaType.AUDIO))

    async def cleanup(self, session):
        self.file.close()
        print("closed", flush=True)


async def serve(port, path):
    controller = Controller(path)
    server = await asyncio.get_running_loop().create_server(lambda: RTMPProtocol(controller), "127.0.0.1", port)
    print("ready", flush=True)
    await server.serve_forever()


asyncio.run(serve(int(sys.argv[1]), sys.argv[2]))

"""The practice service in a process of its own, for the window that has started it.

One line of JSON is read from stdin, the path of the file with the world. One is written to stdout when the
service listens: `{"base_url": ..., "warning": ...}`, or else `{"unreachable": ...}`, the address that this
computer does not reach, or `{"cause": ...}`. The process ends when stdin does: with the window, however that
ends.
"""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import BinaryIO

from app.practice.service.server import NoLoopbackError, PracticeServer
from app.practice.world.world import World


def serve(source: BinaryIO, sink: BinaryIO) -> int:
    """Serve until `source` ends. Returns 0 then, or 1 when the service cannot start."""
    # Ctrl C at a terminal reaches both processes, and the window may have a booking to wait for.
    former = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        server, told = _started(Path(json.loads(source.readline())))
        sink.write(json.dumps(told).encode() + b"\n")
        sink.flush()
        if server is None:
            return 1
        source.read()
        server.stop()
    finally:
        signal.signal(signal.SIGINT, former)
    return 0


def _started(state_file: Path) -> tuple[PracticeServer | None, dict[str, str]]:
    """The service, if it could start, and what is said of it."""
    try:
        server = PracticeServer(World(state_file=state_file))
        base_url = server.start()
    except NoLoopbackError as error:
        return None, {"unreachable": str(error)}
    except OSError as error:
        return None, {"cause": str(error)}
    return server, {"base_url": base_url, "warning": server.world.warning}

"""A line of a chosen width between a counter and its service, with both on this computer."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

_HOLDS = 32 * 1024
_TURN_SECONDS = 0.02
_WIDE = 64 * 1024


class NarrowLine:
    """Passes on what the counter sends at `bytes_per_second`, 0 for as fast as it comes; answers at once.

    It runs in threads of its own, so that it is as wide as it says whatever the counter does.
    """

    def __init__(self, base_url: str, bytes_per_second: int) -> None:
        self.bytes_per_second = bytes_per_second
        self._service = urlsplit(base_url)
        self._listener = socket.socket()
        # What is accepted inherits it: the line holds little back.
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _HOLDS)
        self._listener.bind(("127.0.0.1", 0))
        self._listener.listen()
        self._is_closed = threading.Event()

    @property
    def base_url(self) -> str:
        """Where the counter finds the service through this line."""
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}{self._service.path}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_closed.set()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                counter, _ = self._listener.accept()
                service = socket.create_connection((self._service.hostname, self._service.port))
                for work in (self._there, self._back):
                    threading.Thread(target=work, args=(counter, service), daemon=True).start()

    def _there(self, counter: socket.socket, service: socket.socket) -> None:
        with suppress(OSError), service:
            while data := counter.recv(self._most()):
                service.sendall(data)
                if self.bytes_per_second:
                    self._is_closed.wait(_TURN_SECONDS)

    def _back(self, counter: socket.socket, service: socket.socket) -> None:
        with suppress(OSError), counter:
            while data := service.recv(_WIDE):
                counter.sendall(data)

    def _most(self) -> int:
        return max(1, int(self.bytes_per_second * _TURN_SECONDS)) if self.bytes_per_second else _WIDE

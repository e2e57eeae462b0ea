"""A place of the rollback guard, in memory."""

from __future__ import annotations

import threading


class Shelf:
    """A place in memory, that can be closed or slow."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.is_refused = False
        self.gate = threading.Event()
        self.gate.set()
        self.asked = threading.Event()

    def get(self, name: str) -> str | None:
        if self.is_refused:
            raise OSError("refused")
        return self.texts.get(name)

    def put(self, name: str, text: str) -> None:
        self.asked.set()
        self.gate.wait(10)
        if self.is_refused:
            raise OSError("refused")
        self.texts[name] = text

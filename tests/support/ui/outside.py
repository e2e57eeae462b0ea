"""What the program asks the system to open, instead of a program for chats or mail."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

_SCHEMES = ("mailto", "https", "file")
# The typings of Qt take bytes alone, Qt itself a text.
_METHOD: Any = "take"


class Opened(QObject):
    """Takes the addresses that this computer would open."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []

    @Slot(QUrl)
    def take(self, url: QUrl) -> None:
        """Remember an address as it would be opened."""
        self.links.append(bytes(url.toEncoded().data()).decode())


@contextmanager
def opened_outside() -> Generator[Opened]:
    """What is opened meanwhile."""
    found = Opened()
    for scheme in _SCHEMES:
        QDesktopServices.setUrlHandler(scheme, found, _METHOD)
    try:
        yield found
    finally:
        for scheme in _SCHEMES:
            QDesktopServices.unsetUrlHandler(scheme)

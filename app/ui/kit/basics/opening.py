"""Opens an address or a file with the program that the system has for it."""

from __future__ import annotations

from PySide6.QtCore import QMessageLogContext, QtMsgType, QUrl, qInstallMessageHandler
from PySide6.QtGui import QDesktopServices


def open_outside(url: QUrl) -> bool:
    """Open it. Returns whether the system has a program for it.

    Where it has none, Qt would log the whole address: a customer's e-mail, phone and booking.
    """
    former = qInstallMessageHandler(_keep_silent)
    try:
        return QDesktopServices.openUrl(url)
    finally:
        qInstallMessageHandler(former)


def _keep_silent(_kind: QtMsgType, _context: QMessageLogContext, _message: str) -> None:
    """Log nothing."""

"""A customer's paper on the clipboard, as a picture and as a file, private and for a while."""

from __future__ import annotations

import logging
import shutil
import sys
import uuid
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import cast

from PySide6.QtCore import QMimeData, QObject, QTimer, QUrl
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.core.settings import data_folder

log = logging.getLogger(__name__)

ERASED_AFTER_MS = 15 * 60 * 1000
_OURS = "application/x-agency-counter-paper"
"""By which the clipboard's content is known as ours."""
_WINDOWS = 'application/x-qt-windows-mime;value="{}"'
_NO = bytes(4)


class ClipboardFile(QObject):
    """The one file that is on the clipboard.

    It is erased with the clipboard after a quarter of an hour, when the clerk changes and at the end of the
    program, alone when something else is copied, and at the next start after a crash.
    """

    def __init__(self, folder: Callable[[], Path]) -> None:
        """The folder is made by each `put`, and holds nothing else."""
        super().__init__()
        self._folder, self._used = folder, folder()
        self._token = b""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(ERASED_AFTER_MS)
        self._timer.timeout.connect(self.take_back)
        QApplication.clipboard().dataChanged.connect(self._look)
        application = QApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.take_back)
        self._erase()

    def put(self, picture: QImage | None, data: bytes, name: str) -> bool:
        """Put the picture, if there is one, and a file with this data and name on the clipboard.

        Chat programs take what they know of both. Returns whether the clipboard and the disk took it.
        """
        # Where this one cannot be written, nothing would take the former one back.
        self.take_back()
        self._used = self._folder()
        path = self._used / name
        try:
            self._used.mkdir(parents=True, exist_ok=True, mode=0o700)
            path.touch(mode=0o600)
            path.write_bytes(data)
        except OSError:
            log.warning("The file for the clipboard could not be written.", exc_info=True)
            self._erase()
            return False
        content = QMimeData()
        content.setUrls([QUrl.fromLocalFile(str(path))])
        if picture is not None:
            content.setImageData(picture)
        self._token = uuid.uuid4().bytes
        content.setData(_OURS, self._token)
        _keep_private(content)
        QApplication.clipboard().setMimeData(content)
        if not self._is_ours():
            self._erase()
            return False
        self._timer.start()
        return True

    def take_back(self) -> None:
        """Empty the clipboard, if it still has this file, and erase the file."""
        if self._is_ours():
            QApplication.clipboard().clear()
        self._erase()

    def _look(self) -> None:
        """Erase the file once something else was copied."""
        if self._token and not self._is_ours():
            self._erase()

    def _is_ours(self) -> bool:
        # An empty clipboard has none at all.
        content = cast("QMimeData | None", QApplication.clipboard().mimeData())
        return bool(self._token) and content is not None and content.data(_OURS).data() == self._token

    def _erase(self) -> None:
        self._token = b""
        self._timer.stop()
        # What cannot be erased now is at the next start.
        shutil.rmtree(self._used, ignore_errors=True)


def _keep_private(content: QMimeData) -> None:
    """Ask the system to keep no history of it, and to send it to no other device."""
    if sys.platform == "win32":
        content.setData(_WINDOWS.format("ExcludeClipboardContentFromMonitorProcessing"), _NO)
        content.setData(_WINDOWS.format("CanIncludeInClipboardHistory"), _NO)
        content.setData(_WINDOWS.format("CanUploadToCloudClipboard"), _NO)
    else:
        content.setData("x-kde-passwordManagerHint", b"secret")


@cache
def clipboard_file() -> ClipboardFile:
    """That of this program."""
    return ClipboardFile(lambda: data_folder() / "clipboard")

"""How a file comes in: chosen in a window of its own that keeps nothing waiting, or dropped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QDir, QStandardPaths, Qt
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

_NAME = "file_choice"
_NO_SYSTEM = "offscreen"


def choose_file(over: QWidget, title: str, kinds: str, on_chosen: Callable[[Path], None]) -> None:
    """Ask for one file that exists; `on_chosen` is told which. `kinds` is a filter in Qt's words.

    While it is being asked already, nothing more is asked.
    """
    if over.findChild(QFileDialog, _NAME) is not None:
        return
    dialog = QFileDialog(over, title, "", kinds)
    _begin_at_pictures(dialog)
    dialog.setObjectName(_NAME)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if QGuiApplication.platformName() == _NO_SYSTEM:
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)

    def tell(name: str) -> None:
        on_chosen(Path(name))

    dialog.fileSelected.connect(tell)
    dialog.open()


def _begin_at_pictures(dialog: QFileDialog) -> None:
    """Begin where pictures lie; once a file was chosen, Qt goes on from there. No list of files is kept."""
    pictures = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
    if dialog.directory() == QDir.current() and Path(pictures).is_dir():
        dialog.setDirectory(pictures)


def dropped_file(event: QDropEvent) -> Path | None:
    """The one file that is dragged; None when it is something else, or several."""
    urls = event.mimeData().urls()
    return Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None

"""How a file or a folder comes in: chosen in a window of its own that keeps nothing waiting, or dropped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QDir, QStandardPaths, Qt
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

_NAME = "file_choice"
_NO_SYSTEM = "offscreen"
_LAST = "last_folder"


def choose_file(over: QWidget, title: str, kinds: str, on_chosen: Callable[[Path], None]) -> None:
    """Ask for one file that exists; `on_chosen` is told which. `kinds` is a filter in Qt's words.

    While it is being asked already, nothing more is asked.
    """
    _choose(over, (title, kinds), QFileDialog.FileMode.ExistingFile, on_chosen)


def choose_folder(over: QWidget, title: str, on_chosen: Callable[[Path], None]) -> None:
    """Ask for one folder that exists, as `choose_file` asks for a file."""
    _choose(over, (title, ""), QFileDialog.FileMode.Directory, on_chosen)


def _choose(
    over: QWidget, words: tuple[str, str], mode: QFileDialog.FileMode, on_chosen: Callable[[Path], None]
) -> None:
    if over.findChild(QFileDialog, _NAME) is not None:
        return
    title, kinds = words
    dialog = QFileDialog(over, title, "", kinds)
    _begin(dialog, over.window().property(_LAST))
    dialog.setObjectName(_NAME)
    dialog.setFileMode(mode)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if QGuiApplication.platformName() == _NO_SYSTEM:
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)

    def tell(name: str) -> None:
        over.window().setProperty(_LAST, str(Path(name).parent))
        on_chosen(Path(name))

    dialog.fileSelected.connect(tell)
    dialog.finished.connect(lambda: _forget_places(dialog))
    dialog.open()


def _begin(dialog: QFileDialog, last: object) -> None:
    """Begin where a file was chosen before in this window, else where pictures lie."""
    pictures = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
    places = (str(last or ""), pictures, QDir.currentPath())
    dialog.setDirectory(next(each for each in places if each and Path(each).is_dir()))


def _forget_places(dialog: QFileDialog) -> None:
    """Qt would write down on the disk in which folders a clerk has been: they may have customers' names."""
    dialog.setDirectory(QDir.homePath())
    dialog.setHistory([])


def dropped_file(event: QDropEvent) -> Path | None:
    """The one file that is dragged; None when it is something else, or several."""
    urls = event.mimeData().urls()
    return Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None

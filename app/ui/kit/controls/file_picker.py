"""Files and folders: chosen in a non-blocking dialog, dropped, or pasted."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QDir, QMimeData, QStandardPaths, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QWidget

from app.core.tasks import call_apart

_NAME = "file_choice"
_NO_SYSTEM = "offscreen"
_LAST = "last_folder_of_"
_SOON = 0.2
"""Seconds that the window may stand still for a folder."""
Purpose = Literal[
    "backups", "certificates", "copies", "exports", "lists", "logos", "scans", "updates", "vouchers"
]
"""What a file or folder is for; each kind has a last folder of its own."""


def choose_file(
    over: QWidget, purpose: Purpose, title: str, kinds: str, on_chosen: Callable[[Path], None]
) -> None:
    """Ask for an existing file and call `on_chosen` with it. `kinds` is a filter in Qt's notation.

    Does nothing while such a dialog is open.
    """
    _choose(over, purpose, (title, kinds), QFileDialog.FileMode.ExistingFile, on_chosen)


def choose_folder(over: QWidget, purpose: Purpose, title: str, on_chosen: Callable[[Path], None]) -> None:
    """Ask for an existing folder; see `choose_file`."""
    _choose(over, purpose, (title, ""), QFileDialog.FileMode.Directory, on_chosen)


def choose_new_file(
    over: QWidget, purpose: Purpose, title: str, kinds: str, on_chosen: Callable[[Path], None], *, name: str
) -> None:
    """Ask where to write a file, with a suggested name; replacing a file is confirmed.

    Does nothing while such a dialog is open.
    """
    _choose(over, purpose, (title, kinds), QFileDialog.FileMode.AnyFile, on_chosen, new_name=name)


def _choose(
    over: QWidget,
    purpose: Purpose,
    words: tuple[str, str],
    mode: QFileDialog.FileMode,
    on_chosen: Callable[[Path], None],
    *,
    new_name: str = "",
) -> None:
    if over.findChild(QFileDialog, _NAME) is not None:
        return
    title, kinds = words
    dialog = QFileDialog(over, title, "", kinds)
    _begin(dialog, over.window().property(_LAST + purpose))
    dialog.setObjectName(_NAME)
    dialog.setFileMode(mode)
    if new_name:
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(Path(new_name).suffix)
        dialog.selectFile(new_name)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if QGuiApplication.platformName() == _NO_SYSTEM:
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)

    def tell(name: str) -> None:
        over.window().setProperty(_LAST + purpose, str(Path(name).parent))
        on_chosen(Path(name))

    dialog.fileSelected.connect(tell)
    dialog.finished.connect(lambda: _forget_places(dialog))
    dialog.open()


def _begin(dialog: QFileDialog, last: object) -> None:
    """Begin in the last folder for this purpose, else in that of documents; never in the program's own."""
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    places = (str(last or ""), documents, QDir.homePath(), QDir.rootPath())
    dialog.setDirectory(next((each for each in places if each and _answers(each)), QDir.rootPath()))


def _answers(folder: str) -> bool:
    """Whether it is a folder that may be looked at, and is soon: a share that is gone can take a minute."""
    with suppress(OSError, TimeoutError):
        return call_apart(Path(folder).is_dir).result(_SOON)
    return False


def _forget_places(dialog: QFileDialog) -> None:
    """Prevent Qt from storing the visited folders, whose names may contain customers' names."""
    dialog.setDirectory(QDir.homePath())
    dialog.setHistory([])


def files_in(data: QMimeData) -> list[Path]:
    """The dragged or copied files; none for other data, such as an address."""
    urls = data.urls()
    return [Path(each.toLocalFile()) for each in urls] if all(each.isLocalFile() for each in urls) else []


def copied() -> list[Path] | QImage | None:
    """The files or the picture on the clipboard; None for text or nothing.

    A spreadsheet puts a picture of its cells beside their text, which counts as text.
    """
    clipboard = QGuiApplication.clipboard()
    # An empty clipboard has no picture, whatever its types are.
    files = files_in(clipboard.mimeData() or QMimeData())
    if files or clipboard.text().strip():
        return files or None
    image = clipboard.image()
    return None if image.isNull() else image

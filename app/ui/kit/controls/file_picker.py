"""How a file or a folder comes in: chosen in a window that keeps nothing waiting, dropped, or pasted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QDir, QMimeData, QStandardPaths, Qt
from PySide6.QtGui import QGuiApplication, QImage
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


def choose_new_file(
    over: QWidget, title: str, kinds: str, name: str, on_chosen: Callable[[Path], None]
) -> None:
    """Ask where to write a file, offering a name; one that is there already is asked about.

    While something is being asked already, nothing more is asked.
    """
    _choose(over, (title, kinds), QFileDialog.FileMode.AnyFile, on_chosen, new_name=name)


def _choose(
    over: QWidget,
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
    _begin(dialog, over.window().property(_LAST))
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


def files_in(data: QMimeData) -> list[Path]:
    """The files that are dragged or copied; none when it is something else, such as an address."""
    urls = data.urls()
    return [Path(each.toLocalFile()) for each in urls] if all(each.isLocalFile() for each in urls) else []


def copied() -> list[Path] | QImage | None:
    """What lies on the clipboard that may be a copy of a document; None when it is text or nothing.

    A spreadsheet lays a picture of its cells beside their text: that is text.
    """
    clipboard = QGuiApplication.clipboard()
    # An empty clipboard has none, whatever the types say.
    files = files_in(clipboard.mimeData() or QMimeData())
    if files or clipboard.text().strip():
        return files or None
    image = clipboard.image()
    return None if image.isNull() else image

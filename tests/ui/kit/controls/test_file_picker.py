"""Files and folders are asked for where the clerk last was for the same purpose."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from app.ui.kit.controls.file_picker import Purpose, choose_file, choose_folder, choose_new_file
from tests.support.ui.looking import part


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """A window over which files are asked for."""
    found = QWidget()
    qtbot.addWidget(found)
    return found


def begun(window: QWidget, purpose: Purpose, chosen: Path | None = None) -> Path:
    """Where the dialog begins; `chosen` is then chosen in it, else it is left."""
    choose_file(window, purpose, "", "", lambda _path: None)
    dialog = part(window, QFileDialog)
    found = Path(dialog.directory().absolutePath())
    if chosen is not None:
        dialog.fileSelected.emit(str(chosen))
    dialog.setObjectName("")
    dialog.reject()
    dialog.setParent(None)
    return found


def test_each_purpose_remembers_its_own_folder(window: QWidget, tmp_path: Path) -> None:
    scans, statements = tmp_path / "scans", tmp_path / "statements"
    scans.mkdir()
    statements.mkdir()
    begun(window, "copies", scans / "passport.jpg")
    begun(window, "exports", statements / "wallet.xlsx")
    assert begun(window, "copies") == scans
    assert begun(window, "exports") == statements


def test_the_first_one_begins_in_documents_and_never_in_the_programs_folder(
    window: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
    monkeypatch.chdir(tmp_path)
    for shown in (documents, Path.home()):
        if shown == documents:
            documents.mkdir(parents=True, exist_ok=True)
        else:
            documents.rmdir()
        assert begun(window, "vouchers") == shown


@pytest.mark.parametrize(
    "raised",
    [
        PermissionError(13, "Permission denied"),
        OSError(64, "The specified network name is no longer available"),
        OSError(5, "Input/output error"),
        FileNotFoundError(2, "The network path was not found"),
    ],
)
def test_a_last_folder_that_may_not_be_looked_at_is_passed_over(
    window: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raised: OSError
) -> None:
    look = Path.is_dir

    def refuse(place: Path) -> bool:
        if place == tmp_path:
            raise raised
        return look(place)

    begun(window, "copies", tmp_path / "passport.jpg")
    monkeypatch.setattr(Path, "is_dir", refuse)
    assert begun(window, "copies") == Path.home()


def test_a_last_folder_that_is_slow_holds_the_window_for_a_moment(
    window: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look, ended = Path.is_dir, threading.Event()

    def wait(place: Path) -> bool:
        return ended.wait() if place == tmp_path else look(place)

    begun(window, "copies", tmp_path / "passport.jpg")
    monkeypatch.setattr(Path, "is_dir", wait)
    began = time.monotonic()
    assert begun(window, "copies") == Path.home()
    assert time.monotonic() - began < 2
    ended.set()


def test_a_second_dialog_is_not_opened_over_the_first(window: QWidget) -> None:
    choose_folder(window, "backups", "", lambda _path: None)
    choose_new_file(window, "vouchers", "", "*.pdf", lambda _path: None, name="voucher.pdf")
    (dialog,) = window.findChildren(QFileDialog)
    assert dialog.fileMode() == QFileDialog.FileMode.Directory
    dialog.reject()

"""Files and folders are asked for where the clerk last was for the same purpose."""

from __future__ import annotations

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


def test_a_second_dialog_is_not_opened_over_the_first(window: QWidget) -> None:
    choose_folder(window, "backups", "", lambda _path: None)
    choose_new_file(window, "vouchers", "", "*.pdf", lambda _path: None, name="voucher.pdf")
    (dialog,) = window.findChildren(QFileDialog)
    assert dialog.fileMode() == QFileDialog.FileMode.Directory
    dialog.reject()

"""Qt's own dialogs and menus in the language of the screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QLineEdit,
    QPushButton,
    QTextBrowser,
    QWidget,
)
from pytestqt.qtbot import QtBot
from typing_extensions import override

from app.core import language
from app.ui.kit.controls.file_picker import choose_file, choose_folder, choose_new_file
from app.ui.kit.sheets.printer_choice import ask_printer
from app.ui.theme import style
from app.ui.theme.qt_words import QtWords
from tests.support.ui.looking import part

NAMES_OF_KEYS = frozenset({"QShortcut", "QGuiApplication", "QPageSize"})
"""What Qt asks in them is the name of a key or of a size of paper, or a sign to Qt itself."""
NEVER_SEEN = frozenset(
    {"...", "Form", "Show ", "Alt+Left", "Alt+Right", "Alt+Up", "Scroll Left", "Scroll Right"}
)

NOT_OF_A_DIALOG = frozenset({"No such file or directory"})
"""Is an error of the system, which Qt notes for a programmer."""


class Asked(QTranslator):
    """Notes what Qt asks for, and leaves the answer to others."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: set[str] = set()

    @override
    def translate(
        self, context: str, sourceText: str, disambiguation: str | None = None, n: int = -1
    ) -> str | None:
        del disambiguation
        if context not in NAMES_OF_KEYS:
            self.texts.add(sourceText)
        return None


@pytest.fixture
def asked(qapp: QApplication) -> Iterator[Asked]:
    style.apply_theme(qapp, "light")
    noting, words = Asked(), QtWords()
    qapp.installTranslator(words)
    qapp.installTranslator(noting)
    yield noting
    qapp.removeTranslator(noting)
    qapp.removeTranslator(words)


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[QWidget]:
    found = QWidget()
    qtbot.addWidget(found)
    yield found
    for dialog in found.findChildren(QDialog):
        dialog.reject()


def test_all_that_a_dialog_of_qt_says_has_words(asked: Asked, window: QWidget, qtbot: QtBot) -> None:
    language.use("hi")
    choose_folder(window, "backups", "", lambda _path: None)
    dialog = part(window, QFileDialog)
    dialog.setViewMode(QFileDialog.ViewMode.Detail)
    qtbot.waitUntil(lambda: "Date Modified" in asked.texts)
    dialog.reject()
    ask_printer(window, "Voucher", lambda _printer: None)
    field, page = QLineEdit(window), QTextBrowser(window)
    field.createStandardContextMenu()
    page.createStandardContextMenu()
    words = QtWords()
    unsaid = {each for each in asked.texts - NEVER_SEEN - NOT_OF_A_DIALOG if not words.translate("", each)}
    assert unsaid == set()
    assert {"&Look in:", "Print range", "Select All"} < asked.texts


def test_a_file_is_chosen_and_saved_in_hindi(asked: Asked, window: QWidget, tmp_path: Path) -> None:
    language.use("hi")
    choose_file(window, "copies", "", "", lambda _path: None)
    dialog = part(window, QFileDialog)
    assert {"खोलें", "रद्द करें"} <= {each.text() for each in dialog.findChildren(QPushButton)}
    dialog.setObjectName("")
    dialog.reject()
    dialog.setParent(None)
    choose_new_file(window, "exports", "", "*.csv", lambda _path: None, name=str(tmp_path / "day.csv"))
    assert "सहेजें" in {each.text() for each in part(window, QFileDialog).findChildren(QPushButton)}
    del asked


def test_english_is_left_to_qt(asked: Asked, window: QWidget) -> None:
    choose_file(window, "copies", "", "", lambda _path: None)
    assert {"&Open", "Cancel"} <= {
        each.text() for each in part(window, QFileDialog).findChildren(QPushButton)
    }
    assert QtWords().translate("QFileDialog", "&Open") is None
    del asked

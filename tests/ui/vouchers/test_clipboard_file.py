"""A paper on the clipboard: as a picture and a file, private, and gone afterwards."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.vouchers import clipboard_file
from app.ui.vouchers.clipboard_file import ClipboardFile

PDF = b"%PDF-1.7 paper"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the file lies."""
    return tmp_path / "data" / "clipboard"


@pytest.fixture
def clipboard(folder: Path) -> Generator[ClipboardFile]:
    """A clipboard with nothing of ours."""
    made = ClipboardFile(lambda: folder)
    yield made
    made.take_back()
    made.deleteLater()


def is_empty() -> bool:
    """Whether nothing is on the clipboard; Qt may have no object then."""
    content = cast("QMimeData | None", QApplication.clipboard().mimeData())
    return content is None or not content.formats()


def picture() -> QImage:
    found = QImage(1080, 20, QImage.Format.Format_RGB32)
    found.fill(0xFFFFFF)
    return found


def test_a_chat_finds_picture_and_file(clipboard: ClipboardFile, folder: Path) -> None:
    assert clipboard.put(picture(), PDF, "voucher-AC7.pdf")
    content = QApplication.clipboard().mimeData()
    assert content.imageData().width() == 1080
    (url,) = content.urls()
    path = Path(url.toLocalFile())
    assert (path, path.read_bytes()) == (folder / "voucher-AC7.pdf", PDF)
    assert (folder.stat().st_mode & 0o777, path.stat().st_mode & 0o777) == (0o700, 0o600)
    assert content.data("x-kde-passwordManagerHint").data() == b"secret"


def test_the_file_alone_has_no_picture_and_takes_the_place_of_the_former(
    clipboard: ClipboardFile, folder: Path
) -> None:
    clipboard.put(picture(), PDF, "voucher-AC7.pdf")
    assert clipboard.put(None, PDF, "voucher-AC8.pdf")
    assert not QApplication.clipboard().mimeData().hasImage()
    assert [each.name for each in folder.iterdir()] == ["voucher-AC8.pdf"]


def test_what_is_copied_later_erases_the_file_and_stays(clipboard: ClipboardFile, folder: Path) -> None:
    clipboard.put(picture(), PDF, "voucher-AC7.pdf")
    QApplication.clipboard().setText("a phone number")
    assert not folder.exists()
    clipboard.take_back()
    assert QApplication.clipboard().text() == "a phone number"


def test_taken_back_nothing_of_it_is_left(clipboard: ClipboardFile, folder: Path) -> None:
    clipboard.put(picture(), PDF, "voucher-AC7.pdf")
    clipboard.take_back()
    assert not folder.exists()
    assert is_empty()


def test_what_cannot_be_put_leaves_nothing_of_the_one_before(clipboard: ClipboardFile, folder: Path) -> None:
    clipboard.put(picture(), PDF, "voucher-AC7.pdf")
    assert not clipboard.put(picture(), PDF, "no-folder/voucher-AC8.pdf")
    assert not folder.exists()
    assert is_empty()


def test_it_is_taken_back_after_its_time(qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert clipboard_file.ERASED_AFTER_MS == 15 * 60 * 1000
    monkeypatch.setattr(clipboard_file, "ERASED_AFTER_MS", 1)
    clipboard = ClipboardFile(lambda: folder)
    clipboard.put(picture(), PDF, "voucher-AC7.pdf")
    qtbot.waitUntil(lambda: not folder.exists())
    assert is_empty()
    clipboard.deleteLater()


def test_a_start_after_a_crash_erases_what_was_left(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "voucher-AC7.pdf").write_bytes(PDF)
    ClipboardFile(lambda: folder).deleteLater()
    assert not folder.exists()


def test_a_disk_that_takes_no_file_is_said(clipboard: ClipboardFile, folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_bytes(b"in the way")
    QApplication.clipboard().setText("before")
    assert not clipboard.put(picture(), PDF, "voucher-AC7.pdf")
    assert QApplication.clipboard().text() == "before"

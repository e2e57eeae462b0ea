"""A file for the clerk is written whole, or it is said why it was not."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from app.desk.files.atomic_write import NotSavedError, save_file
from tests.support.closed_folder import closed


def test_what_was_there_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "voucher-BT1.pdf"
    path.write_bytes(b"older and longer")
    save_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_gone_is_said(tmp_path: Path) -> None:
    with pytest.raises(NotSavedError, match=r"voucher\.pdf was not saved"):
        save_file(tmp_path / "gone" / "voucher.pdf", b"new")


def test_a_folder_that_cannot_be_written_to_is_said(tmp_path: Path) -> None:
    path = tmp_path / "voucher.pdf"
    path.write_bytes(b"older")
    with closed(tmp_path), pytest.raises(NotSavedError, match="cannot be written there"):
        save_file(path, b"new")
    assert path.read_bytes() == b"older"


def test_a_full_disk_is_said_and_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "voucher.pdf"
    path.write_bytes(b"older")
    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(NotSavedError, match="The disk is full"):
        save_file(path, b"new")
    assert path.read_bytes() == b"older"
    assert list(tmp_path.iterdir()) == [path]

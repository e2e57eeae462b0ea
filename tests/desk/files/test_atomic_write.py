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


@pytest.mark.parametrize(
    ("umask", "former", "mode"),
    [
        (0o002, None, 0o664),
        (0o022, None, 0o644),
        (0o077, None, 0o600),
        (0o002, 0o640, 0o640),
        (0o077, 0o664, 0o664),
        (0o022, 0o600, 0o600),
    ],
)
def test_a_saved_file_is_for_those_that_the_folder_is_for(
    tmp_path: Path, umask: int, former: int | None, mode: int
) -> None:
    place = tmp_path / "voucher.pdf"
    before = os.umask(umask)
    try:
        if former is not None:
            place.write_bytes(b"old")
            place.chmod(former)
        save_file(place, b"new")
    finally:
        os.umask(before)
    assert place.stat().st_mode & 0o777 == mode


def test_what_the_program_keeps_for_itself_has_the_mode_that_is_asked_for(tmp_path: Path) -> None:
    place = tmp_path / "logo.png"
    for _ in range(2):
        save_file(place, b"new", mode=0o600)
        assert place.stat().st_mode & 0o777 == 0o600
        place.chmod(0o644)

"""A file that another program holds for a moment is put in place all the same."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from app.core.renaming import rename_over
from app.desk.files import atomic_write, spreadsheet_export
from app.desk.files.atomic_write import NotSavedError, save_file
from app.store.files import whole_file
from app.store.journal.rollback_guard import FilePlace


def windows_error(number: int) -> OSError:
    """An error as Windows raises it: access is denied (5), or in use (32, 33)."""
    error = PermissionError(errno.EACCES, "The process cannot access the file")
    vars(error)["winerror"] = number
    return error


class Holder:
    """Another program that holds a file for some renames."""

    def __init__(self, patches: pytest.MonkeyPatch, error: OSError, times: int) -> None:
        self.left, self.slept = times, 0.0
        rename = Path.replace

        def replace(place: Path, target: Path) -> Path:
            if self.left:
                self.left -= 1
                raise error
            return rename(place, target)

        def wait(_event: Event, timeout: float) -> bool:
            self.slept += timeout
            return False

        patches.setattr(Path, "replace", replace)
        patches.setattr(Event, "wait", wait)


WAYS: dict[str, Callable[[Path], None]] = {
    "helper": lambda place: rename_over(_written(place), place),
    "clerk's": lambda place: save_file(place, b"new"),
    "export": lambda place: spreadsheet_export.replace_file(place, b"new"),
    "own": lambda place: whole_file.replace_file(place, b"new"),
    "guard": lambda place: FilePlace(place.parent).put(place.name, "new"),
}


def _written(place: Path) -> Path:
    fresh = place.with_name("fresh")
    fresh.write_bytes(b"new")
    return fresh


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("number", "times"), [(5, 1), (32, 1), (33, 3), (5, 19)])
def test_what_is_held_for_a_moment_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str, number: int, times: int
) -> None:
    place = tmp_path / "kept.pdf"
    place.write_bytes(b"old")
    holder = Holder(monkeypatch, windows_error(number), times)
    WAYS[way](place)
    assert place.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [place]
    assert 0 < holder.slept <= 1


@pytest.mark.parametrize("number", [5, 32, 33])
def test_what_stays_held_is_said_to_be_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    place = tmp_path / "voucher.pdf"
    place.write_bytes(b"old")
    holder = Holder(monkeypatch, windows_error(number), 1000)
    with pytest.raises(NotSavedError, match=r"voucher\.pdf is open in another program\."):
        save_file(place, b"new")
    with pytest.raises(atomic_write.OpenElsewhereError, match="it is open in another program"):
        spreadsheet_export.replace_file(place, b"new")
    assert holder.slept == pytest.approx(2)
    assert place.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [place]


@pytest.mark.parametrize("is_there", [False, True])
def test_what_is_not_open_is_not_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_there: bool
) -> None:
    place = tmp_path / "voucher.pdf"
    if is_there:
        place.write_bytes(b"old")
        place.chmod(0o444)
    Holder(monkeypatch, windows_error(5), 1000)
    with pytest.raises(NotSavedError, match=r"voucher\.pdf cannot be written there"):
        save_file(place, b"new")


def test_another_error_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    holder = Holder(monkeypatch, OSError(errno.EXDEV, "Another device"), 1)
    with pytest.raises(OSError, match="Another device"):
        rename_over(_written(tmp_path / "a"), tmp_path / "a")
    assert holder.slept == 0


async def test_a_thread_with_a_loop_never_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    holder = Holder(monkeypatch, windows_error(32), 1)
    with pytest.raises(PermissionError):
        rename_over(_written(tmp_path / "a"), tmp_path / "a")
    assert holder.slept == 0

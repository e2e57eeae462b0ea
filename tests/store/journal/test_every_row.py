"""Every row of either sink deleted, swapped, doubled or rolled back: noticed and mended (G7)."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from app.store.journal.hash_chain import LogEntry
from app.store.journal.recovery import Recovery
from tests.support.store.damage import DATABASE, MIRROR, edit, lines_of, write_lines
from tests.support.store.scenes import close, find, open_journal, public, sell

ROWS = 9
Harm = Callable[[Path, int], object]


@pytest.fixture
def images(quick_folder: Path) -> list[Path]:
    """The folder as it was after each of three sales; the last one is the whole."""
    found: list[Path] = []
    for intent in ("a", "b", "c"):
        journal = open_journal(quick_folder / "counter")
        sell(journal, intent)
        journal.close()
        found.append(Path(shutil.copytree(quick_folder / "counter", quick_folder / f"image-{intent}")))
    return found


def _found(folder: Path) -> tuple[Recovery, list[LogEntry]]:
    found = find(folder)
    return found.recovery, public(close(found))


def _edit(folder: Path, number: int, *statements: str) -> None:
    """Run statements about the row `:n`."""
    edit(folder, *(each.replace(":n", str(number)) for each in statements))


def _delete_row(folder: Path, number: int) -> None:
    _edit(folder, number, "DELETE FROM entry WHERE seq = :n")


def _swap_rows(folder: Path, number: int) -> None:
    _edit(
        folder,
        number,
        "CREATE TABLE pair AS SELECT * FROM entry WHERE seq IN (:n, :n + 1)",
        "UPDATE entry SET (text, seal, hash, private) = (SELECT text, seal, hash, private FROM pair"
        " WHERE pair.seq = 2 * :n + 1 - entry.seq) WHERE seq IN (:n, :n + 1)",
        "DROP TABLE pair",
    )


def _copy_row(folder: Path, number: int) -> None:
    _edit(
        folder,
        number,
        "INSERT INTO entry (text, seal, hash, private)"
        " SELECT text, seal, hash, private FROM entry WHERE seq = :n",
    )


def _delete_line(folder: Path, number: int) -> None:
    lines = lines_of(folder)
    write_lines(folder, *lines[: number - 1], *lines[number:])


def _swap_lines(folder: Path, number: int) -> None:
    lines = lines_of(folder)
    write_lines(folder, *lines[: number - 1], lines[number], lines[number - 1], *lines[number + 1 :])


def _copy_line(folder: Path, number: int) -> None:
    lines = lines_of(folder)
    write_lines(folder, *lines, lines[number - 1])


@pytest.mark.parametrize(
    "harm",
    [_delete_row, _swap_rows, _copy_row, _delete_line, _swap_lines, _copy_line],
    ids=lambda each: each.__name__[1:],
)
def test_every_row_moved_by_hand_is_noticed_and_mended(
    harm: Harm, images: list[Path], tmp_path: Path
) -> None:
    _, entries = _found(images[-1])
    assert len(entries) == ROWS
    last = ROWS - (harm in (_swap_rows, _swap_lines))
    for number in range(1, last + 1):
        folder = tmp_path / f"{number}"
        shutil.copytree(images[-1], folder)
        harm(folder, number)
        recovery, found = _found(folder)
        # A database that lacks just the last row is what a crash between the two writes leaves.
        is_like_a_crash = harm is _delete_row and number == ROWS
        assert bool(recovery.sentences) is not is_like_a_crash, number
        assert found == entries, number
        assert _found(folder)[1] == entries, number


@pytest.mark.parametrize("sink", [DATABASE, MIRROR])
def test_a_sink_that_was_rolled_back_is_completed_and_told(sink: str, images: list[Path]) -> None:
    _, entries = _found(images[-1])
    for older, newer in pairwise(images):
        shutil.copy(older / sink, images[-1] / sink)
        recovery, found = _found(images[-1])
        assert recovery.sentences, newer
        assert found == entries, newer

"""The files of moves: each is on the disk before anything of it is sent."""

from __future__ import annotations

import re
from datetime import datetime
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter

from app.desk.moving.values import KeptMove
from app.store.files.whole_file import read_value, remove_file, write_value

FOLDER = "moves"
_ID = re.compile("[0-9a-f]{32}")


class MoveFiles:
    """The files of one profile; every method waits for the disk. Without a folder nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        """`folder` is the profile's."""
        self._folder = None if folder is None else folder / FOLDER

    def keep(self, move: KeptMove) -> None:
        """Keep a move; it is on the disk when this returns. Raises OSError."""
        if self._folder is not None:
            write_value(self._folder / f"{move.id}.json", _shape(), move)

    def read(self, since: datetime) -> tuple[KeptMove, ...]:
        """All moves, the oldest first; those that ended and were decided before `since` are removed.

        A damaged file is moved aside. Raises OSError.
        """
        if self._folder is None or not self._folder.is_dir():
            return ()
        places = [each for each in self._folder.glob("*.json") if _ID.fullmatch(each.stem)]
        found = [(each, move) for each in places if (move := read_value(each, _shape())) is not None]
        for place, move in found:
            if move.ended and move.at < since:
                remove_file(place)
        return tuple(sorted((move for _, move in found), key=lambda move: move.at))


@cache
def _shape() -> TypeAdapter[KeptMove]:
    return TypeAdapter(KeptMove)

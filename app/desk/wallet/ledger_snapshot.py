"""The ledger snapshot of the service as a table of its own names and values (interface part 2.8)."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?", re.ASCII)
_UNNAMED = ""


@dataclass(frozen=True, slots=True)
class LedgerSnapshot:
    """The table: columns are the names in all entries, in order of appearance; a missing value is empty."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]
    """For each column whether all its values are numbers."""


class _Raw(str):
    """A number as it was written."""

    __slots__ = ()


def snapshot_table(entries: Sequence[str]) -> LedgerSnapshot:
    """The table of entries in JSON as received; an entry that is no object is in a column without a name."""
    read = [_fields(entry) for entry in entries]
    columns = tuple(dict.fromkeys(name for each in read for name in each))
    rows = tuple(tuple(each.get(name, "") for name in columns) for each in read)
    return LedgerSnapshot(columns, rows, tuple(_is_numeric(rows, place) for place in range(len(columns))))


def _fields(entry: str) -> dict[str, str]:
    try:
        value: object = json.loads(entry, parse_float=_Raw, parse_int=_Raw)
    except (ValueError, RecursionError):
        return {_UNNAMED: entry}
    if not isinstance(value, dict):
        return {_UNNAMED: entry}
    return {name: _shown(each) for name, each in cast("dict[str, object]", value).items()}


def _shown(value: object) -> str:
    """A cell: text and numbers as they are, empty for null, all else as compact JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else _compact(value)


def _compact(value: object) -> str:
    if isinstance(value, _Raw):
        return str(value)
    if isinstance(value, dict):
        named = cast("dict[str, object]", value).items()
        return f"{{{','.join(f'{_compact(name)}:{_compact(each)}' for name, each in named)}}}"
    if isinstance(value, list):
        return f"[{','.join(map(_compact, cast('list[object]', value)))}]"
    return json.dumps(value, ensure_ascii=False)


def _is_numeric(rows: Sequence[tuple[str, ...]], place: int) -> bool:
    values = [row[place] for row in rows if row[place]]
    return bool(values) and all(_NUMBER.fullmatch(each) for each in values)

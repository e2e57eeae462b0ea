"""The office's database as a desk uses it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.desk.office.office_database import NoOfficeError, OfficeDatabase
from app.store.office.office import Office


async def test_it_is_opened_once_and_given_back(tmp_path: Path) -> None:
    opened: list[Office] = []

    def open_office() -> Office:
        opened.append(Office.open(tmp_path, "01234567"))
        return opened[-1]

    book = OfficeDatabase(open_office)
    assert [await book.run(lambda office: office.desk) for _ in "12"] == ["01234567"] * 2
    assert len(opened) == 1
    await book.close()
    with pytest.raises(NoOfficeError):
        await book.run(lambda office: office.desk)


async def test_a_desk_without_an_office_refuses_to_use_it() -> None:
    book = OfficeDatabase()
    with pytest.raises(NoOfficeError):
        await book.run(lambda office: office.desk)
    await book.close()

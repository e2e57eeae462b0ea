"""The data folder of an older program says in this one what it said there, and nothing of it is lost.

The folder in `tests/support/store/older_folder` was written by the program of November 2026, each database as
SQL; `said.json` is what that program said of it.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import AsyncGenerator, Generator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import fields, is_dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, cast

import pytest

from app.desk.bookings.booking_values import Wanted
from app.desk.desk import Desk, DeskOptions
from app.desk.model.office_rules import Branding, OfficeRules, TillRules
from app.desk.vouchers.kept_words import kept_voucher
from app.lifecycle.connection import memory_of, till_of
from app.practice import Faults, PracticeServer, World
from app.store.journal.journal import Journal
from tests.support.counter import CHAIN_KEY, Counter, for_ever, open_desk

OLDER = Path(__file__).resolve().parents[2] / "support" / "store" / "older_folder"
OTHERWISE = frozenset({".receipts.2.payment.due.sales.0.settled"})
"""What this program says otherwise on purpose: how much of a sale was settled before its refund, once 0."""
TYPED = ("priya", "9876501234", "Nair", "gone", "+91 98450 12377", "scuba")


def made_again(folder: Path) -> None:
    """Make the folder of what is kept as text."""
    for each in OLDER.rglob("*.*"):
        place = folder / each.relative_to(OLDER)
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if each.suffix == ".sql":
            with closing(sqlite3.connect(place.with_suffix(""))) as database:
                database.executescript(each.read_text(encoding="utf-8"))
        elif each.name != "said.json":
            place.write_bytes(each.read_bytes())


async def said_by(desk: Desk, day: date) -> dict[str, Any]:
    """What a program says of the folder, `day` being the one that was closed."""
    wallet = await desk.wallet.read()
    sales = (await desk.bookings.every(Wanted())).sales
    requests = [each.request_id for each in sales]
    receipts = await desk.till.receipts_of(day)
    told = await desk.day_close.view(day)
    history = await desk.wallet_history.history(wallet.agent_id)
    kept = await desk.bookings.with_words(sales)
    standing = [await desk.till.standing((each,)) for each in requests]
    return {
        "sales": [(await desk.bookings.about(each)).sale for each in sales],
        "waiting": await desk.bookings.waiting(),
        "vouchers": [kept_voucher(each.kept, Branding()) for each in kept],
        "left": await desk.owing.left_of(sales),
        "settled": [each.settled for each in standing],
        "receipts": receipts,
        "next": await desk.till.next_receipt(),
        "till": [str(await desk.till.warning()), await desk.till.drawer()],
        "day": told.report,
        "closed": told.closed,
        "movements": history.movements,
        "readings": [each for each in history.readings if each.at.astimezone(UTC).date() == day],
        "found": [await _found(desk, each) for each in TYPED],
        "quotations": [await _quoted(desk, each) for each in ("Q-0001", "priya")],
        "baskets": desk.baskets.held,
        "parties": await desk.local_cache.parties(day),
        "notes": await desk.bookings.notes_of(requests, {"voucher_printed"}),
        "clerk": await desk.day_close.duty.who("4711"),
    }


async def _quoted(desk: Desk, typed: str) -> list[dict[str, object]]:
    found = await desk.quotations.find(typed)
    names = ("number", "customer_name", "titles", "day")
    return [{name: getattr(each, name) for name in names} for each in found]


async def _found(desk: Desk, typed: str) -> list[str]:
    page = await desk.bookings.page(Wanted(typed=typed))
    return [each.request_id for each in page.sales]


def plain(value: object) -> Any:
    """The value as JSON has it."""
    told: Any = str(value)
    match value:
        case None | str() | int() | float():
            told = value
        case datetime():
            told = value.astimezone(UTC).isoformat()
        case Mapping():
            told = {str(name): plain(each) for name, each in cast("Mapping[Any, Any]", value).items()}
        case Iterable():
            every = cast("Iterable[Any]", value)
            names: Sequence[str] = getattr(every, "_fields", ())
            listed = [plain(each) for each in every]
            told = dict(zip(names, listed, strict=True)) if names else listed
        case _ if is_dataclass(value):
            told = {each.name: plain(getattr(value, each.name)) for each in fields(value)}
        case _:
            pass
    return told


def lost(said: Any, now: Any, place: str = "") -> list[str]:
    """The places where something else is said now; what came later is said besides."""
    names: Iterable[Any] = ()
    if isinstance(said, dict) and isinstance(now, dict):
        names = cast("dict[str, Any]", said)
    elif isinstance(said, list) and isinstance(now, list):
        names = range(max(len(cast("list[Any]", said)), len(cast("list[Any]", now))))
    elif said != now and place not in OTHERWISE:
        return [f"{place}: {said!r}, now {now!r}"]
    return [each for name in names for each in lost(_at(said, name), _at(now, name), f"{place}.{name}")]


def _at(values: Any, name: Any) -> Any:
    try:
        return values[name]
    except LookupError:
        return "nothing"


@pytest.fixture
def _at_its_desk(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """Let the computer stand in the zone of the one that wrote the folder: days depend on it."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@asynccontextmanager
async def opened(folder: Path, at: datetime) -> AsyncGenerator[Counter]:
    """A counter on the folder, at this time."""
    journals: list[Journal] = []

    def opening(place: Path) -> Journal:
        journals.append(Journal.open(place, chain_key=CHAIN_KEY, clock=lambda: at))
        return journals[0]

    options = DeskOptions(
        open_till=lambda: till_of(folder, journals[0].desk, lambda: at),
        has_till=(folder / "till.db").exists,
        sleep=for_ever,
    )
    with PracticeServer(World(clock=lambda: at), Faults()) as server:
        async with open_desk(
            folder,
            server,
            opening,
            clock=lambda: at,
            local_cache=memory_of(folder, "", lambda: at),
            rules=OfficeRules(till=TillRules(is_on=True, rounding=100)),
            options=options,
        ) as counter:
            yield counter


@pytest.mark.usefixtures("_at_its_desk")
async def test_what_an_older_program_kept_is_said_as_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "desk"
    made_again(folder)
    said = json.loads((OLDER / "said.json").read_text(encoding="utf-8"))
    at, day = datetime.fromisoformat(said["at"]), date.fromisoformat(said["of"])
    async with opened(folder, at) as counter:
        assert counter.journal.recovery.sentences == ()
        assert await counter.desk.remember() == ()
        assert counter.journal.check()
        assert lost(said["said"], plain(await said_by(counter.desk, day))) == []

"""Readings are kept for good and told again, whatever becomes of the database."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from app.desk.bookings.local_cache import LocalCache
from app.desk.office.office_database import OfficeDatabase
from app.desk.wallet.wallet_history import WalletHistory
from app.store.office.office import Office, OfficeError
from app.store.office.wallet_readings import readings_between
from tests.support.counter import Counter, open_counter
from tests.support.desk.samples import WALLET, moment
from tests.support.desk.wallet_samples import DAY, at
from tests.support.store.scenes import open_journal


class Shelf:
    """Opens the office's database, or cannot."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.is_broken = False

    def __call__(self) -> Office:
        if self.is_broken:
            raise OfficeError("The office's database cannot be used: no space.")
        return Office.open(self.folder, "01234567")


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "office")


def _now() -> datetime:
    return at("10:50:31")


@pytest.fixture
async def history(tmp_path: Path, shelf: Shelf) -> AsyncGenerator[WalletHistory]:
    book, journal = OfficeDatabase(shelf), open_journal(tmp_path / "journal")
    yield WalletHistory(book, journal, _now)
    await book.close()
    journal.close()


def _note(history: WalletHistory, *readings: tuple[str, str, int]) -> None:
    for clock, cash, days_ago in readings:
        history.note(replace(WALLET, read=moment(at(clock, days_ago)), cash=Decimal(cash)))


async def test_readings_are_kept_in_their_order_and_come_back(history: WalletHistory, shelf: Shelf) -> None:
    _note(history, ("09:02", "37167.30", 0), ("09:15", "31024.80", 0), ("09:00", "5", 20))
    await history.finish()
    office = Office.open(shelf.folder, "another")
    kept = readings_between(office, "7", at("00:00"), at("23:59"))
    office.close()
    assert [(each.cash, each.desk) for each in kept] == [
        (Decimal("37167.30"), "01234567"),
        (Decimal("31024.80"), "01234567"),
    ]
    found = await history.history("7")
    assert [each.cash for each in found.readings] == [Decimal("37167.30"), Decimal("31024.80")]
    assert (found.today, found.problem, found.pace, found.forecast) == (DAY, "", None, None)
    assert (await history.history("8")).readings == ()


async def test_a_desk_without_a_database_knows_what_it_read_itself(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    history = WalletHistory(OfficeDatabase(), journal, _now)
    _note(history, ("09:02", "5", 0))
    await history.finish()
    found = await history.history("7")
    assert ([each.cash for each in found.readings], found.problem) == ([Decimal(5)], "")
    journal.close()


async def test_a_database_that_fails_is_said_and_gets_the_readings_later(
    history: WalletHistory, shelf: Shelf
) -> None:
    shelf.is_broken = True
    _note(history, ("09:02", "5", 0))
    await history.finish()
    found = await history.history("7")
    assert found.problem == (
        "Readings of the wallet cannot be kept: The office's database cannot be used: no space."
    )
    assert [each.cash for each in found.readings] == [Decimal(5)]
    shelf.is_broken = False
    _note(history, ("09:03", "4", 0))
    await history.finish()
    assert history.problem == ""
    office = Office.open(shelf.folder, "another")
    kept = readings_between(office, "7", at("00:00"), at("23:59"))
    office.close()
    assert [each.cash for each in kept] == [Decimal(5), Decimal(4)]


async def test_a_database_that_fails_only_when_it_is_asked_is_said_too(
    history: WalletHistory, shelf: Shelf
) -> None:
    shelf.is_broken = True
    assert "no space" in (await history.history("7")).problem
    assert history.problem == ""


async def test_a_statement_is_written_of_its_days(history: WalletHistory, tmp_path: Path) -> None:
    _note(history, ("09:02", "37167.30", 0), ("09:15", "5", 1))
    await history.export(tmp_path / "wallet.csv", replace(WALLET, ledger=()), DAY, DAY)
    lines = (tmp_path / "wallet.csv").read_text(encoding="utf-8-sig").splitlines()
    assert len(lines) == 2
    assert lines[1].startswith(f"{at('09:02'):%Y-%m-%d %H:%M:%S},")
    assert '37167.30,37500.00,"INR"' in lines[1]
    with pytest.raises(OSError, match="nowhere"):
        await history.export(tmp_path / "nowhere" / "wallet.csv", WALLET, DAY, DAY)


async def test_what_the_service_entered_is_exported_below(history: WalletHistory, tmp_path: Path) -> None:
    await history.export(tmp_path / "wallet.csv", replace(WALLET, ledger=('{"amount":"7.50"}',)), DAY, DAY)
    lines = (tmp_path / "wallet.csv").read_text(encoding="utf-8-sig").splitlines()
    assert lines[-1].endswith('"{""amount"":""7.50""}"')


@pytest.fixture
async def counter(tmp_path: Path, shelf: Shelf) -> AsyncGenerator[Counter]:
    """A desk at work, with a database for the office."""
    memory = LocalCache(office=OfficeDatabase(shelf))
    async with open_counter(tmp_path / "desk", local_cache=memory) as opened:
        yield opened


async def test_every_reading_of_a_sale_is_kept(counter: Counter) -> None:
    receipt = await counter.sell()
    await counter.desk.wallet_history.finish()
    wallet = counter.desk.wallet.last
    assert wallet is not None
    found = await counter.desk.wallet_history.history(wallet.agent_id)
    # Before the first answer, in the pre-flight, and after the sale.
    assert len(found.readings) == 3
    assert found.readings[-1].cash == wallet.cash
    (movement,) = found.movements
    assert (movement.booking_ref, movement.signed) == (receipt.booking_ref, -(receipt.total_debited or 0))
    assert found.readings[-1].at - movement.at < timedelta(minutes=1)


async def test_a_database_that_fails_stops_no_sale(counter: Counter, shelf: Shelf) -> None:
    shelf.is_broken = True
    assert (await counter.sell()).booking_ref
    await counter.desk.wallet_history.finish()
    assert "no space" in counter.desk.wallet_history.problem

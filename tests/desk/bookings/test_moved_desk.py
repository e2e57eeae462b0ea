"""A desk that was put back from a backup, here or on a new computer: no sale is lost or there twice."""

from __future__ import annotations

import shutil
from collections.abc import AsyncGenerator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from decimal import Decimal
from pathlib import Path

import pytest

from app.desk.bookings.booking_values import Wanted
from app.desk.cancellation.refund_quote import Cancelled
from app.practice import Faults, PracticeServer, World
from app.store.journal.request_numbers import renew
from tests.desk.office.test_office_sync import Line
from tests.support.counter import Counter, accepted_seats, open_office_desk, tomorrow_at_ten, until
from tests.support.proof import beside_others


class Moving:
    """A practice service and an office's database, which desks come to."""

    def __init__(self, folder: Path, server: PracticeServer) -> None:
        self.folder, self._server = folder, server
        (folder / "server").mkdir()

    @asynccontextmanager
    async def desk(self, name: str) -> AsyncGenerator[Counter]:
        """The desk of a folder, which shares the office's database."""
        async with open_office_desk(self.folder / name, self._server) as counter:
            sharing = counter.desk.local_cache.sharing
            sharing.use(Line(self.folder / "server", counter.journal.desk).open)
            await until(lambda: sharing.is_there)
            yield counter

    def put_back(self, name: str, into: str) -> None:
        """Put a backup of a desk that is closed back into another folder, as `restore.stage` does."""
        shutil.copytree(self.folder / name, self.folder / into)
        renew(self.folder / into)


@pytest.fixture
def moving(tmp_path: Path) -> Iterable[Moving]:
    with PracticeServer(World(clock=tomorrow_at_ten), Faults()) as server:
        yield Moving(tmp_path, server)


async def _sell(counter: Counter, qty: int = 2) -> str:
    receipt = await counter.sell(qty=qty)
    await counter.desk.remember()
    return receipt.booking_ref


async def _release(counter: Counter, ref: str) -> None:
    booking = (await counter.desk.cancellation.find(ref, is_boat=False))[0]
    order = await accepted_seats(counter.desk, booking, 1)
    assert isinstance(await counter.desk.cancellation.confirm(order, lambda _: None), Cancelled)
    await counter.desk.remember()


async def _seats(counter: Counter) -> dict[str, int]:
    found = (await counter.desk.bookings.page(Wanted())).sales
    assert len({each.booking_ref for each in found}) == len(found)
    return {each.booking_ref: each.qty - each.released for each in found}


async def _day(counter: Counter) -> tuple[int, Decimal, Decimal]:
    days = counter.desk.day_close
    # Whose day it is, the wallet says.
    await counter.desk.wallet.read()
    report = (await days.view(days.today)).report
    rows = report.rows
    spent = sum((each.debited or Decimal(0) for each in rows), Decimal(0))
    return len(rows), spent, sum((each.refund or Decimal(0) for each in rows), Decimal(0))


@beside_others
async def test_all_desks_agree_when_the_old_computer_sells_on_beside_the_new_one(moving: Moving) -> None:
    async with moving.desk("old") as old:
        former = old.journal.desk
        before = await _sell(old)
        given_up = await _sell(old)
        await _release(old, given_up)
    moving.put_back("old", "new")
    async with AsyncExitStack() as stack:
        new = await stack.enter_async_context(moving.desk("new"))
        assert new.journal.desk != former
        assert new.journal.desks == {former, new.journal.desk}
        here = await _sell(new)
        await _release(new, before)
        # What the former number did is this desk's own: said once, and not as another desk's.
        (sale,) = [
            each for each in (await new.desk.bookings.page(Wanted())).sales if each.booking_ref == given_up
        ]
        assert sale.desk == ""
        told = (await new.desk.bookings.about(sale)).sale
        assert len([each for each in told.history if each.amount]) == 1
        old = await stack.enter_async_context(moving.desk("old"))
        third = await stack.enter_async_context(moving.desk("third"))
        assert old.journal.desk == former
        late = await _sell(old)
        await _release(old, given_up)
        for each in (old, new, third):
            assert await _seats(each) == {before: 1, given_up: 0, here: 2, late: 2}
            assert each.desk.local_cache.sharing.trouble == ""
        days = [await _day(each) for each in (old, new, third)]
        assert days[0] == days[1] == days[2]
        assert days[0][0] == 7
    async with moving.desk("new") as new:
        # It keeps its number from then on.
        assert await _seats(new) == {before: 1, given_up: 0, here: 2, late: 2}
        assert not (moving.folder / "new" / "new-number").exists()


@beside_others
async def test_an_older_backup_on_the_same_computer_says_nothing_of_two_computers(moving: Moving) -> None:
    async with moving.desk("old") as old:
        before = await _sell(old)
    moving.put_back("old", "backup")
    async with moving.desk("old") as old:
        since = await _sell(old)
        await _release(old, before)
    async with moving.desk("backup") as back:
        after = await _sell(back)
        # What was sold and cancelled since the backup stands at the office, and is not taken back.
        assert await _seats(back) == {before: 1, since: 2, after: 2}
        assert back.desk.local_cache.sharing.trouble == ""
        assert (await _day(back))[0] == 4


@beside_others
async def test_a_damaged_note_of_a_new_number_is_none(moving: Moving) -> None:
    async with moving.desk("old") as old:
        former = old.journal.desk
    (moving.folder / "old" / "new-number").write_text("?", encoding="utf-8")
    async with moving.desk("old") as old:
        assert old.journal.desk == former

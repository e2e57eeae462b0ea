"""Who is on duty: by PIN, in shifts, with the wallet at both ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest

from app.desk.day_close.pins import PinTries, hashed, recipe_of
from app.desk.day_close.shifts import Clerk, Shifts
from app.desk.model.errors import DeskError
from app.desk.model.sale import Advice, Wallet
from app.desk.office.office_changes import OfficeChanges
from app.desk.office.office_database import OfficeDatabase
from app.store.office.changes import KeptChange
from app.store.office.office import Office, OfficeError
from app.store.office.shifts import KeptShift, add_clerk, change_clerk, clerks, renew_pin, shifts_between
from tests.support.desk.samples import WALLET, moment

T = TypeVar("T")
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@dataclass
class Place:
    """A counter with an office's database, a clock that a test sets, and a wallet that can be read or not."""

    folder: Path
    now: datetime = NOON
    told: list[str] = field(default_factory=list[str])
    fails: bool = False
    passed: float = 0.0
    """Seconds by the monotonic clock."""

    def __post_init__(self) -> None:
        self.book = OfficeDatabase(lambda: Office.open(self.folder, "01234567"))
        self.duty = self.again()

    def again(self) -> Shifts:
        """The duty of a program that has just started."""
        duty = Shifts(self.book, lambda: self.now, self.wallet, PinTries(lambda: self.passed))
        duty.changed.subscribe(lambda: self.told.append(duty.name))
        return duty

    async def wallet(self) -> Wallet:
        if self.fails:
            raise DeskError(Advice("No line.", "", ""))
        return replace(WALLET, read=moment(self.now))

    async def pins(self) -> dict[str, str]:
        """What is stored of each clerk's PIN."""
        return {each.name: each.pin for each in await self.book.run(clerks)}

    async def shifts(self) -> tuple[KeptShift, ...]:
        """All of them."""
        return await self.book.run(lambda office: shifts_between(office, NOON, NOON + timedelta(days=9)))


async def refused(work: Callable[[], Awaitable[object]]) -> Advice:
    """What is said when something is not done."""
    with pytest.raises(DeskError) as caught:
        await work()
    return caught.value.advice


@pytest.fixture
async def place(tmp_path: Path) -> Place:
    found = Place(tmp_path)
    await found.duty.begin()
    await found.duty.add("  Asha   Rao ", "1111")
    await found.duty.add("Ravi", "2222")
    return found


async def test_an_answer_that_comes_late_takes_no_clerk_away(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, released = place.book.near, asyncio.Event()
    answered = asyncio.Event()

    async def late(work: Callable[[Office], T]) -> T:
        answer = await read(work)
        answered.set()
        await released.wait()
        return answer

    with monkeypatch.context() as patched:
        patched.setattr(place.book, "near", late)
        following = asyncio.create_task(place.duty.follow())
        await answered.wait()
    await place.duty.add("Meera", "7071")
    released.set()
    await following
    assert "Meera" in [each.name for each in place.duty.clerks]


async def test_a_name_that_differs_by_signs_alone_is_there_already(place: Place) -> None:
    for name in ("asha rao", "Asha Rao.", "AshaRao"):
        assert "of this name already" in (await refused(lambda name=name: place.duty.add(name, "3333"))).what
    assert "needs a name" in (await refused(lambda: place.duty.add(" . ", "3333"))).what
    await place.book.close()


async def test_clerks_take_over_by_their_pins(place: Place) -> None:
    duty = place.duty
    assert duty.clerks == (
        Clerk("Asha Rao", is_active=True, is_in_charge=True),
        Clerk("Ravi", is_active=True),
    )
    assert (duty.name, duty.has_clerks) == ("", True)
    assert await duty.take_over("1111") == "Asha Rao"
    place.now += timedelta(hours=1)
    assert await duty.take_over("1111") == "Asha Rao"
    assert await duty.take_over("2222") == duty.name == "Ravi"
    place.now += timedelta(hours=1)
    await duty.leave()
    assert duty.name == ""
    asha, ravi = await place.shifts()
    assert (asha.clerk, asha.closed_at, asha.closed_cash) == ("Asha Rao", ravi.opened_at, WALLET.cash)
    assert (ravi.opened_credit_used, ravi.closed_at) == (WALLET.credit_used, place.now)
    assert place.told[-3:] == ["Asha Rao", "Ravi", ""]
    await place.book.close()


async def test_a_shift_stands_without_a_reading(place: Place) -> None:
    place.fails = True
    await place.duty.take_over("1111")
    assert [(each.clerk, each.opened_cash) for each in await place.shifts()] == [("Asha Rao", None)]
    await place.book.close()


async def test_a_shift_of_today_goes_on_and_one_of_yesterday_ends(place: Place) -> None:
    await place.duty.take_over("1111")
    again = place.again()
    await again.begin()
    assert again.name == "Asha Rao"
    place.now += timedelta(days=1)
    await again.begin()
    assert (again.name, (await place.shifts())[0].closed_at) == ("", place.now)
    await place.book.close()


async def test_wrong_pins_are_slowed_down(place: Place) -> None:
    for _ in range(4):
        assert "nobody" in (await refused(lambda: place.duty.who("9999"))).what
    for pin in ("9999", "1111"):
        said = await refused(lambda pin=pin: place.duty.who(pin))
        assert (said.what, said.action) == ("Too many wrong PINs were typed.", "Wait 30 seconds.")
    await place.book.close()


async def test_tries_are_logged_without_a_pin_or_a_name(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "app.desk.day_close")
    await refused(lambda: place.duty.who("9999"))
    await refused(lambda: place.duty.who("9999"))
    await place.duty.who("1111")
    lines = [f"{record.levelname} {record.getMessage()}" for record in caplog.records]
    assert lines == [
        "WARNING A PIN was wrong, 1 not forgotten yet.",
        "WARNING A PIN was wrong, 2 not forgotten yet.",
        "INFO A PIN was right.",
    ]
    await place.book.close()


async def test_a_restart_does_not_forget_wrong_pins(place: Place) -> None:
    for _ in range(4):
        await refused(lambda: place.duty.who("9999"))
    restarted = place.again()
    for pin in ("9999", "1111"):
        assert (await refused(lambda pin=pin: restarted.who(pin))).action == "Wait 30 seconds."
    again = place.again()
    await again.begin()
    assert (await refused(lambda: again.who("1111"))).action == "Wait 30 seconds."
    place.passed += 30
    assert await again.who("1111") == "Asha Rao"
    await place.book.close()


async def test_ones_own_pin_does_not_forget_wrong_ones(place: Place) -> None:
    for _ in range(4):
        await refused(lambda: place.duty.who("9999"))
        assert await place.duty.take_over("1111") == "Asha Rao"
    assert (await refused(lambda: place.duty.who("9999"))).action == "Wait 30 seconds."
    await place.book.close()


async def test_wrong_pins_are_forgotten_by_time(place: Place) -> None:
    for _ in range(4):
        await refused(lambda: place.duty.who("9999"))
    place.passed += 1800
    assert "nobody" in (await refused(lambda: place.duty.who("9999"))).what
    assert (await refused(lambda: place.duty.who("9999"))).action == "Wait 30 seconds."
    place.now += timedelta(minutes=30)
    restarted = place.again()
    assert await restarted.who("1111") == "Asha Rao"
    assert (await refused(lambda: restarted.who("9999"))).action == "Wait 30 seconds."
    await place.book.close()


@pytest.mark.parametrize("clock_ahead", [True, False])
async def test_forgetting_begins_at_the_start_when_the_last_time_cannot_be_right(
    place: Place, *, clock_ahead: bool
) -> None:
    """By a clock that was a year ahead, or an older program that stored no time."""
    for _ in range(4):
        await refused(lambda: place.duty.who("9999"))
    if clock_ahead:
        place.now += timedelta(days=365)
    await refused(lambda: place.duty.who("9999"))
    if clock_ahead:
        place.now -= timedelta(days=365)
    else:
        await place.book.run(_without_time)
    assert (await refused(lambda: place.again().who("1111"))).action == "Wait 30 seconds."
    place.now += timedelta(minutes=30)
    assert await place.again().who("1111") == "Asha Rao"
    await place.book.close()


def _without_time(office: Office) -> None:
    with office.work() as connection:
        connection.exec_driver_sql("ALTER TABLE wrong_pins DROP COLUMN last_at")


async def test_a_clock_that_was_set_back_keeps_wrong_pins(place: Place) -> None:
    for _ in range(5):
        await refused(lambda: place.duty.who("9999"))
    place.now -= timedelta(hours=5)
    assert (await refused(lambda: place.again().who("1111"))).action == "Wait 30 seconds."
    place.now += timedelta(hours=2)
    assert await place.again().who("1111") == "Asha Rao"
    await place.book.close()


async def test_names_and_pins_are_told_apart(place: Place) -> None:
    duty = place.duty
    fields = [
        (await refused(lambda: duty.add(" ", "3333"))).field,
        (await refused(lambda: duty.add("x" * 61, "3333"))).field,
        (await refused(lambda: duty.add("Ravi", "3333"))).field,
        (await refused(lambda: duty.add("Mina", "333"))).field,
        (await refused(lambda: duty.add("Mina", "2222"))).field,
        (await refused(lambda: duty.set_pin("Asha Rao", "2222"))).field,
    ]
    assert fields == ["name", "name", "name", "pin", "pin", "pin"]
    await duty.set_pin("Ravi", "2222")
    await duty.set_pin("Ravi", "4444")
    assert await duty.who("4444") == "Ravi"
    await place.book.close()


async def test_who_has_left_has_no_pin_any_more(place: Place) -> None:
    duty = place.duty
    await duty.take_over("2222")
    await duty.put_in_charge("Ravi")
    await duty.take_off("Asha Rao")
    assert duty.name == "Ravi"
    await duty.take_off("Ravi")
    assert (duty.name, duty.has_clerks) == ("", False)
    assert (await refused(lambda: duty.who("2222"))).field == "pin"
    await duty.take_back("Ravi", "2222")
    assert await duty.who("2222") == "Ravi"
    await place.book.close()


async def test_who_comes_back_gets_no_pin_that_is_anothers_by_now(place: Place) -> None:
    duty = place.duty
    await duty.put_in_charge("Ravi")
    await duty.take_off("Asha Rao")
    await duty.add("Vikram", "1111")
    said = await refused(lambda: duty.take_back("Asha Rao", "1111"))
    assert (said.what, said.action, said.field) == ("This PIN cannot be used.", "Choose another.", "pin")
    assert (await refused(lambda: duty.take_back("Asha Rao", ""))).field == "pin"
    assert Clerk("Asha Rao", is_active=False) in duty.clerks
    assert await duty.who("1111") == "Vikram"
    await duty.take_back("Asha Rao", "3333")
    assert Clerk("Asha Rao", is_active=True) in duty.clerks
    assert (await duty.who("1111"), await duty.who("3333")) == ("Vikram", "Asha Rao")
    await place.book.close()


def _made(name: str) -> KeptChange:
    return KeptChange(NOON, "one", "Asha Rao", "clerk_back", name)


async def test_one_person_stays_in_charge_and_each_change_has_its_name(place: Place) -> None:
    duty = place.duty
    await duty.begin()
    assert duty.in_charge == ("Asha Rao",)
    assert await duty.confirm_in_charge("1111") == "Asha Rao"
    said = await refused(lambda: duty.confirm_in_charge("2222"))
    assert said.what == "Ravi is not in charge."
    for leaving in (duty.take_off, partial(duty.put_in_charge, is_in_charge=False)):
        said = await refused(partial(leaving, "Asha Rao"))
        assert said.what == "Asha Rao alone is in charge."
    await duty.put_in_charge("Ravi", "Asha Rao")
    assert duty.in_charge == ("Asha Rao", "Ravi")
    await duty.take_off("Asha Rao", "Ravi")
    assert duty.in_charge == ("Ravi",)
    changes = await OfficeChanges(place.book, lambda: NOON).newest(2)
    assert [(each.by, str(each.words)) for each in changes] == [
        ("Ravi", "Asha Rao has left."),
        ("Asha Rao", "Ravi was put in charge."),
    ]
    await place.book.close()


async def test_a_pin_that_two_clerks_have_is_refused(place: Place) -> None:
    duty = place.duty
    await duty.put_in_charge("Ravi")
    await duty.take_off("Asha Rao")
    await duty.add("Vikram", "1111")
    # As an earlier program did it.
    await place.book.run(lambda office: change_clerk(office, "Asha Rao", _made("Asha Rao"), is_active=True))
    said = await refused(lambda: duty.take_over("1111"))
    assert (said.what, said.field, duty.name) == ("Two clerks have this PIN.", "pin", "")
    await duty.set_pin("Vikram", "4444")
    assert (await duty.who("1111"), await duty.who("4444")) == ("Asha Rao", "Vikram")
    await place.book.close()


async def test_a_pin_of_an_older_program_is_renewed_by_its_clerk(place: Place) -> None:
    old = hashed("3333", "scrypt$64$8$1$00112233445566778899aabbccddeeff")
    await place.book.run(lambda office: add_clerk(office, "Mina", old, _made("Mina")))
    for pin in ("1111", "9999"):
        with suppress(DeskError):
            await place.duty.who(pin)
        assert (await place.pins())["Mina"] == old
    assert await place.duty.take_over("3333") == "Mina"
    renewed = await place.pins()
    assert renewed["Mina"] != old
    assert len({recipe_of(pin) for pin in renewed.values()}) == 1
    assert await place.duty.who("3333") == "Mina"
    assert await place.pins() == renewed
    await place.book.close()


async def test_a_pin_that_was_changed_meanwhile_is_not_renewed(place: Place) -> None:
    def write(office: Office) -> None:
        renew_pin(office, "Ravi", "of now", "of then")

    before = await place.pins()
    await place.book.run(write)
    assert await place.pins() == before
    await place.book.close()


async def test_without_an_office_nobody_is_on_duty() -> None:
    duty = Shifts(OfficeDatabase(), lambda: NOON, _no_wallet)
    await duty.begin()
    assert (duty.name, duty.clerks) == ("", ())
    assert "keeps nothing" in (await refused(lambda: duty.add("Asha", "1111"))).what


async def test_a_broken_database_is_told() -> None:
    def broken() -> Office:
        raise OfficeError("The office's database cannot be used: it is gone.")

    duty = Shifts(OfficeDatabase(broken), lambda: NOON, _no_wallet)
    assert "it is gone" in (await refused(duty.begin)).what


async def _no_wallet() -> Wallet:
    raise DeskError(Advice("No line.", "", ""))

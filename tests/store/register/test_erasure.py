"""What is known of customers is erased for good, to the byte, and the money is told as before."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from app.store.files.damaged_files import remove_damaged
from app.store.files.data_folder import FolderLock, Reserve
from app.store.files.saved_groups import SavedGroups, SavedParty, SavedPerson
from app.store.journal.hash_chain import LogEntry
from app.store.journal.journal import HashChain, Journal, JournalError
from app.store.journal.recovery import NotedSink
from app.store.journal.sqlite_log import SqliteLog
from app.store.journal.states import Kind, State
from app.store.register.register import KeptNote, KeptSale, Register, SaleStanding
from tests.support.proof import beside_others
from tests.support.store.damage import DATABASE, MIRROR
from tests.support.store.scenes import (
    CHAIN_KEY,
    FACTS,
    PRIVATE,
    find,
    open_journal,
    public,
    sell,
    states,
    steady_clock,
    step,
)

DAY = date(2026, 11, 21)
LOOKED_UP = SaleStanding.LOOKED_UP


def all_bytes(folder: Path) -> bytes:
    """Whatever lies in a folder, one file behind the other."""
    return b"\n".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def _attempt(journal: Journal, intent: str) -> tuple[LogEntry, ...]:
    return next(each.entries for each in journal.attempts() if each.intent_id == intent)


def _name(number: int) -> str:
    return f"Zq{number:04d}given Wx{number:04d}family"


def _fill_journal(journal: Journal, customers: int) -> None:
    """Sales whose private facts have every length: some take many pages of the file."""
    for number in range(customers):
        private = {"customer_name": _name(number), "more": _name(number) * (0, 1, 30, 300)[number % 4]}
        for state, facts in (
            (State.PREPARED, private),
            (State.DISPATCHED, {}),
            (State.SETTLED, {"people": _name(number) * (1, 30)[number % 3 // 2]}),
        ):
            journal.append(
                intent_id=str(number),
                attempt=1,
                request_id=f"r{number}",
                kind=Kind.CREATE,
                state=state,
                facts={},
                private=facts,
            )


def test_no_byte_of_an_erased_customer_stays_and_the_rest_does(quick_folder: Path) -> None:
    journal = open_journal(quick_folder)
    _fill_journal(journal, 60)
    before = public(tuple(entry for each in journal.attempts() for entry in each.entries))
    gone = sorted(range(0, 60, 2), key=lambda number: number * 37 % 60)
    for number in gone:
        assert journal.strike_out(_attempt(journal, str(number)), "on request") == 2
        assert journal.strike_out(_attempt(journal, str(number)), "on request") == 0
    # While it is still open: nothing waits for the closing.
    data = all_bytes(quick_folder)
    assert not any(word.encode() in data for number in gone for word in _name(number).split())
    assert all(_name(number).encode() in data for number in range(1, 60, 2))
    told = journal.attempts()
    assert [bool(each.private) for each in told] == [False, True] * 30
    journal.close()
    again = open_journal(quick_folder)
    assert again.recovery.sentences == ()
    assert again.attempts() == told
    assert public(tuple(entry for each in told for entry in each.entries)) == before
    sell(again, "next")
    again.close()


def test_what_was_struck_out_does_not_come_back_from_the_mirror(folder: Path) -> None:
    journal = open_journal(folder)
    journal.strike_out(_attempt(journal, "0"), "on request")
    journal.close()
    (folder / DATABASE).write_bytes(b"somebody's letter" * 500)
    again = open_journal(folder)
    assert all(not each.private for each in again.attempts())
    with pytest.raises(JournalError, match="Look through the open bookings"):
        again.strike_out(_attempt(again, "1"), "on request")
    again.confirm("Asha")
    again.close()


def test_a_damaged_mirror_is_written_anew_after_a_strike(folder: Path) -> None:
    journal = open_journal(folder)
    journal.strike_out(_attempt(journal, "1"), "on request")
    told = journal.attempts()
    journal.close()
    (folder / MIRROR).write_bytes(b"x" + (folder / MIRROR).read_bytes()[1:])
    again = open_journal(folder)
    assert again.recovery.selling_allowed
    assert again.attempts() == told
    again.close()


def test_when_and_why_is_kept_with_the_entries(folder: Path) -> None:
    journal = open_journal(folder)
    journal.strike_out((*_attempt(journal, "2"), *_attempt(journal, "0")), "on request, by Asha")
    journal.close()
    database = SqliteLog(folder / DATABASE)
    (said,) = [text for name, text in database.notes().items() if name.startswith("struck out 2026-11-21T05")]
    assert said == "on request, by Asha: entries 1, 7"
    database.close()


def test_an_open_outcome_is_never_struck_out(folder: Path) -> None:
    journal = open_journal(folder)
    both = (*_attempt(journal, "0"), *_attempt(journal, "open"))
    with pytest.raises(JournalError, match="An outcome is open"):
        journal.strike_out(both, "on request")
    assert all(each.private == PRIVATE for each in journal.attempts())
    step(journal, State.PREPARED, intent="again")
    step(journal, State.NOT_SENT, intent="again")
    step(journal, State.PREPARED, intent="again", attempt=2)
    first = next(each for each in journal.attempts() if each.intent_id == "again")
    with pytest.raises(JournalError, match="An outcome is open"):
        journal.strike_out(first.entries, "on request")
    step(journal, State.NOT_SENT, intent="again", attempt=2)
    assert journal.strike_out(first.entries, "on request") == 1
    journal.close()


def test_the_newest_entry_can_be_struck_out_and_the_chain_goes_on(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    journal.append(
        intent_id="a",
        attempt=1,
        request_id="r",
        kind=Kind.CREATE,
        state=State.PREPARED,
        facts=FACTS,
        private=PRIVATE,
    )
    last = journal.append(
        intent_id="a",
        attempt=1,
        request_id="r",
        kind=Kind.CREATE,
        state=State.NOT_SENT,
        facts={},
        private={"people": "Priya"},
    )
    assert journal.strike_out([last], "on request") == 1
    sell(journal, "b")
    journal.close()
    assert b'"Priya"' not in all_bytes(tmp_path)
    again = open_journal(tmp_path)
    assert again.recovery.sentences == ()
    assert again.attempts()[0].private == PRIVATE
    again.close()


@dataclass
class _Refusing:
    """A database that erases nothing."""

    database: NotedSink

    def append(self, entry: LogEntry) -> None:
        self.database.append(entry)

    def close(self) -> None:
        self.database.close()

    def write(self, entries: tuple[LogEntry, ...], notes: Mapping[str, str]) -> None:
        self.database.write(entries, notes)

    def strike_out(self, numbers: Iterable[int], notes: Mapping[str, str]) -> None:
        raise sqlite3.OperationalError(f"disk I/O error at {list(numbers)}, {list(notes)}")

    def notes(self) -> dict[str, str]:
        return self.database.notes()


def test_after_a_strike_that_failed_nothing_is_sold_and_nothing_struck_out(folder: Path) -> None:
    sinks = find(folder)
    assert sinks.database is not None
    journal = Journal(
        FolderLock(folder),
        Reserve(folder),
        replace(sinks, database=_Refusing(sinks.database)),
        HashChain(CHAIN_KEY, steady_clock()),
    )
    for _ in range(2):
        with pytest.raises(JournalError, match="erases nothing"):
            journal.strike_out(_attempt(journal, "0"), "on request")
    assert journal.attempts()[0].private == PRIVATE
    with pytest.raises(JournalError, match="takes no more sales"):
        step(journal, State.PREPARED, intent="next")
    step(journal, State.UNKNOWN, intent="open")
    journal.close()
    again = open_journal(folder)
    assert states(again)["open"] is State.UNKNOWN
    assert again.strike_out(_attempt(again, "0"), "on request") == 1
    again.close()


# The register


def _sold(number: int, **given: str | date | None) -> KeptSale:
    known = KeptSale(
        request_id=f"r{number}",
        module="ACTIVITY",
        product_id="1",
        title="Sea walk",
        day=DAY + timedelta(days=number),
        window="",
        qty=2,
        booking_ref=f"PNR{number}",
        customer_name=_name(number),
        customer_phone=f"77{number:08d}",
        customer_email=f"e{number:04d}@example.com",
        sold_at=datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=number),
    )
    return replace(known, **given)


@beside_others
def test_no_byte_of_a_forgotten_customer_stays_among_thousands(quick_folder: Path) -> None:
    """Pages that were split keep in their gaps what was moved: so the file is written anew."""
    register = Register.open(quick_folder)
    for begin in range(0, 3000, 50):
        register.keep(_sold(number) for number in range(begin, begin + 50))
    gone = [each for each in range(3000) if each % 17 == 0]
    register.forget_before(DAY + timedelta(days=1500), but={f"r{each}" for each in range(1500) if each % 17})
    for number in (each for each in gone if each >= 1500):
        if number % 5 == 0:
            register.forget_customer(f"77{number:08d}")
    gone = [each for each in gone if each < 1500 or each % 5 == 0]
    data = all_bytes(quick_folder).lower()
    assert [each for each in gone if any(word in data for word in _words(each))] == []
    assert all(word in data for each in range(1, 3000, 170) for word in _words(each))
    assert register.search("pnr17")
    register.close()


def _words(number: int) -> tuple[bytes, ...]:
    """What is written of a customer, in small letters."""
    name = (word.lower().encode() for word in _name(number).split())
    return (*name, b"77%08d" % number, b"e%04d@" % number)


def test_an_e_mail_alone_is_enough_and_a_sale_can_be_left_as_it_is(tmp_path: Path) -> None:
    register = Register.open(tmp_path)
    mail = "Priya@Example.com"
    register.forget_customer("7700000001", mail)
    register.keep([_sold(1, customer_email=mail), _sold(2, customer_email=mail.lower()), _sold(3)])
    register.forget_customer("", " ")
    assert len(register.customers("77")) == 3
    register.forget_customer("", mail, but={"r2"})
    assert [each.phone for each in register.customers("77")] == ["7700000003", "7700000002"]
    assert [each.customer_email for each in register.search("priya")] == [mail.lower()]
    register.close()


def test_who_bought_again_is_known_by_the_newer_sale_alone(tmp_path: Path) -> None:
    register = Register.open(tmp_path)
    phone = "9876501234"
    register.keep([_sold(1, customer_phone=phone), _sold(40, customer_phone=phone, customer_email="")])
    register.forget_before(DAY + timedelta(days=2))
    (customer,) = register.customers(phone)
    assert (customer.name, customer.email) == (_name(40), "")
    assert b"e0001@" not in all_bytes(tmp_path)
    register.forget_before(DAY + timedelta(days=40))
    assert len(register.customers(phone)) == 1
    register.forget_before(DAY + timedelta(days=41))
    assert register.customers(phone) == ()
    register.close()


def test_what_has_no_day_of_travel_counts_from_the_sale(tmp_path: Path) -> None:
    register = Register.open(tmp_path)
    register.keep([_sold(1, day=None)])
    register.forget_before(date(2026, 1, 1))
    assert register.customers("77")
    register.forget_before(date(2026, 1, 2))
    assert register.customers("77") == ()
    register.close()


def test_what_the_service_said_of_travellers_goes_with_who_bought(tmp_path: Path) -> None:
    register = Register.open(tmp_path)
    old = _sold(1, booking_ref="PNR1")
    other = replace(_sold(5, customer_name="", customer_phone="", customer_email=""), standing=LOOKED_UP)
    register.keep([old, _sold(2), _sold(3), other])
    for number, said in (
        (1, "Ishaan Nair"),
        (2, '{"name":"ZQ0001GIVEN  wx0001Family"}'),
        (3, "Zq0001givens"),
        (5, "Meera"),
    ):
        register.add_note(KeptNote(f"r{number}", old.sold_at, "status", said), ("confirmed", "paid", ""))
    register.forget_customer(old.customer_phone, "", [_name(1), " "], but={"r3"})
    assert [_said(register, number) for number in (1, 2, 3, 5)] == ["", "", "Zq0001givens", "Meera"]
    data = all_bytes(tmp_path)
    assert not any(each in data for each in (b"Ishaan", b"ZQ0001GIVEN", b"wx0001"))
    register.forget_before(DAY + timedelta(days=5))
    assert _said(register, 5) == "Meera"
    register.forget_before(DAY + timedelta(days=6))
    assert b"Meera" not in all_bytes(tmp_path)
    register.close()


def test_what_the_service_says_of_a_forgotten_customer_is_not_kept_again(tmp_path: Path) -> None:
    register = Register.open(tmp_path)
    register.keep([_sold(1)])
    register.forget_customer("7700000001")
    register.add_note(KeptNote("r1", datetime(2026, 2, 1, tzinfo=UTC), "status", "Ishaan"), ("gone", "", ""))
    assert _said(register, 1) == ""
    register.keep([replace(_sold(1), standing=SaleStanding.CANCELLED)])
    kept = register.sale("r1")
    assert kept is not None
    assert (kept.customer_name, kept.booking_status, kept.standing) == ("", "gone", SaleStanding.CANCELLED)
    assert not any(word in all_bytes(tmp_path).lower() for word in (*_words(1), b"ishaan"))
    register.close()


def test_who_was_refused_later_is_no_customer_for_that(tmp_path: Path) -> None:
    register = Register.open(tmp_path)
    phone = "9876501234"
    refused = replace(_sold(40, customer_phone=phone), standing=SaleStanding.NOT_SOLD)
    register.keep([_sold(1, customer_phone=phone), refused])
    register.forget_before(DAY + timedelta(days=2))
    assert register.customers(phone) == ()
    assert [each.request_id for each in register.search("wx0040")] == ["r40"]
    register.close()


def _said(register: Register, number: int) -> str:
    (noted,) = register.notes(f"r{number}")
    return noted.said


# Saved parties, and what was set aside

ARJUN = SavedPerson("Arjun Nair", "41", "MALE", "INDIAN")
MEERA = SavedPerson("Meera Nair", "38", "FEMALE", "INDIAN")
JANA = SavedPerson("Jana Vogel", "34", "FEMALE", "GERMAN")


def test_a_person_leaves_every_party(tmp_path: Path) -> None:
    store = SavedGroups(tmp_path)
    parties = [
        SavedParty("Arjun Nair", DAY, (ARJUN, MEERA)),
        SavedParty("Jana Vogel", DAY, (JANA, MEERA, ARJUN)),
        SavedParty("Two", DAY, (JANA, ARJUN)),
        SavedParty("Others", DAY - timedelta(days=9), (JANA, MEERA)),
    ]
    for party in parties:
        store.save(party)
    assert {each.name for each in store.naming(["arjun  NAIR"])} == {"Arjun Nair", "Jana Vogel", "Two"}
    store.forget_people(["arjun  NAIR"])
    assert b"Arjun" not in all_bytes(tmp_path)
    assert [(each.name, each.people) for each in store.find("", 9)] == [
        ("Jana Vogel", (JANA, MEERA)),
        ("Others", (JANA, MEERA)),
    ]
    written = (tmp_path / "parties.json").stat().st_mtime_ns
    store.forget_people(["Nobody"])
    store.forget_before(DAY - timedelta(days=9))
    assert (tmp_path / "parties.json").stat().st_mtime_ns == written
    store.forget_before(DAY)
    assert [each.name for each in store.find("", 9)] == ["Jana Vogel"]


def test_damaged_files_that_were_set_aside_go_for_good(tmp_path: Path) -> None:
    aside = (
        "journal.sqlite.damaged-20261121T050000Z",
        "journal.sqlite.damaged-20261121T050000Z-1",
        "journal.sqlite-journal.damaged-20261121T050000Z",
        "register.damaged-20261121T050000Z.db",
        "register.damaged-20261121T050000Z.db-wal",
        "parties/parties-damaged-1.json",
        "baskets/baskets-damaged-2.json",
    )
    kept = ("journal.sqlite", "mirror.log", "mirror.log.damaged-1", "register.db", "parties/parties.json")
    for folder in ("parties", "baskets"):
        (tmp_path / folder).mkdir()
    for name in (*aside, *kept):
        (tmp_path / name).write_bytes(b"Priya")
    assert remove_damaged(tmp_path) == len(aside)
    left = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert left == set(kept)
    assert remove_damaged(tmp_path / "nowhere") == 0

"""Evidence is kept so that it is read back as it was, and holes of older records prove nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from types import MappingProxyType

import pytest

from app.desk.model.sale import Wallet
from app.desk.payment import evidence_journal, ledger_diff
from app.desk.payment.evidence import Balance, EvidenceCase, Expected, Observation
from app.desk.payment.evidence_journal import (
    FoundEvidence,
    agent_of,
    ahead_of,
    before_facts,
    case_of,
    is_expected,
    look_facts,
    looks_of,
    tries_of,
)
from app.desk.payment.service_rest import left_by
from app.store.journal.attempt import Attempt, folded
from app.store.journal.hash_chain import LogEntry
from app.store.journal.states import Kind, State
from tests.support.desk.samples import NOW, WALLET, moment

Kept = str | int | None
Told = tuple[State, float, dict[str, Kept]]

OLD = json.dumps({"n": "JE-1", "at": "2026-11-21T10:00:00", "ref": "PNR1", "sum": "70.00"})
LEDGER = (OLD,)
PROFILE = ledger_diff.EntryProfile("ref", frozenset({"sum"}))
SENT_AT = 10.0


def _found_in(attempt: Attempt, wallet: Wallet, profile: ledger_diff.EntryProfile | None) -> FoundEvidence:
    """A reading that was made at once."""
    return evidence_journal.found_in(attempt, wallet, profile, timedelta())


LOOK = Observation(
    at=NOW + timedelta(seconds=200),
    is_service_time=True,
    balance=Balance(Decimal("13420.50"), Decimal(12500), Decimal(37500)),
    prints=ledger_diff.prints(LEDGER),
    fresh=3,
    matching=1,
    own=2,
    is_named=True,
    is_dated=True,
)


def _attempt(*told: Told, request: str = "r-1", first: int = 0) -> Attempt:
    """A sale of these entries, numbered from `first`; each number is the seconds since it began."""
    nothing = MappingProxyType[str, Kept]({})
    texts = ("", "", "", "")
    return folded(
        [
            LogEntry(
                place,
                NOW + timedelta(seconds=seconds),
                request,
                1,
                request,
                Kind.CREATE,
                state,
                MappingProxyType(facts),
                nothing,
                *texts,
            )
            for place, (state, seconds, facts) in enumerate(told, first)
        ]
    )


def _sent(facts: dict[str, Kept] | None = None, *more: Told) -> Attempt:
    known: dict[str, Kept] = {"expected_low": "2300", "expected_high": "2400"}
    return _attempt(
        (State.PREPARED, 0, {**before_facts(replace(WALLET, ledger=LEDGER)), **known, **(facts or {})}),
        (State.DISPATCHED, SENT_AT, {}),
        (State.UNKNOWN, 12, {}),
        *more,
    )


def test_what_was_known_before_a_sale_is_read_back() -> None:
    told = replace(WALLET, ledger=LEDGER, read=moment(NOW, NOW + timedelta(seconds=7)))
    assert before_facts(told) == {
        "wallet_cash": "13420.50",
        "wallet_credit_used": "12500",
        "wallet_credit_left": "37500",
        "wallet_read_at": NOW.isoformat(),
        "wallet_told_at": (NOW + timedelta(seconds=7)).isoformat(),
        "wallet_ledger": ledger_diff.prints(LEDGER)[0],
        "agent_id": "7",
    }
    assert before_facts(WALLET)["wallet_told_at"] is None
    attempt = _sent(before_facts(told))
    assert agent_of(attempt) == "7"
    assert case_of(attempt) == EvidenceCase(
        expected=Expected(Decimal(2300), Decimal(2400)),
        before=LOOK.balance,
        prints=LOOK.prints,
        sent_at=NOW + timedelta(seconds=12 + 7),
        is_service_time=True,
    )
    assert case_of(attempt, is_alone=True).is_alone
    two = replace(WALLET, ledger=(OLD, "another"))
    assert case_of(_sent(before_facts(two))).prints == ledger_diff.prints(two.ledger)


def test_what_an_older_program_did_not_keep_is_a_hole() -> None:
    attempt = _attempt((State.PREPARED, 0, {}), (State.BOOKED_REF_LOST, 4, {}))
    assert case_of(attempt) == EvidenceCase(
        None, None, (), NOW + timedelta(seconds=4), is_service_time=False, is_sold=True
    )
    assert agent_of(attempt) == ""
    assert looks_of(attempt) == ()
    assert tries_of(attempt) == 0
    for hole in ("wallet_cash", "wallet_credit_used", "wallet_credit_left"):
        assert case_of(_sent({hole: None})).before is None
    for hole in ("expected_low", "expected_high"):
        assert case_of(_sent({hole: "NaN"})).expected is None


@pytest.mark.parametrize(
    ("before", "now", "seen", "ahead"),
    [
        (5, None, None, 5),
        (5, 9, None, 9),
        (5, 3, None, 5),
        (5, 6, 8, 8),
        (-5, None, None, -5),
        # Without a reading before the sale in the service's time, nobody knows when it was sent in it.
        (None, 9, 8, 0),
    ],
)
def test_the_latest_of_both_clocks_is_the_safe_one(
    before: int | None, now: int | None, seen: int | None, ahead: int
) -> None:
    facts: dict[str, Kept] = {
        "wallet_told_at": None if before is None else (NOW + timedelta(seconds=before)).isoformat()
    }
    rows: list[Told] = []
    if seen is not None:
        looked = replace(LOOK, at=NOW + timedelta(seconds=20 + seen))
        by_this_computer = replace(looked, at=looked.at + timedelta(hours=1), is_service_time=False)
        rows = [(State.UNKNOWN, 20, look_facts(each)) for each in (looked, by_this_computer)]
    case = case_of(_sent(facts, *rows), now_ahead=None if now is None else timedelta(seconds=now))
    assert case.sent_at == NOW + timedelta(seconds=12 + ahead)
    assert case.is_service_time is (before is not None)


@pytest.mark.parametrize(
    ("steps", "seconds"),
    [
        ([(State.PREPARED, 0), (State.NOT_SENT, 3)], 3),
        ([(State.PREPARED, 0), (State.DISPATCHED, 10), (State.UNKNOWN, 12)], 12),
        # The line was given up after 150 s, whatever a later start of the program wrote down.
        ([(State.PREPARED, 0), (State.DISPATCHED, 10), (State.UNKNOWN, 999)], 160),
        ([(State.PREPARED, 0), (State.DISPATCHED, 10)], 160),
        # A clock that went back.
        ([(State.PREPARED, 0), (State.DISPATCHED, 10), (State.UNKNOWN, 2)], 10),
        (
            [
                (State.PREPARED, 0),
                (State.DISPATCHED, 10),
                (State.UNKNOWN, 12),
                (State.UNKNOWN, 99),
            ],
            12,
        ),
    ],
)
def test_when_the_last_byte_had_left(steps: Sequence[tuple[State, float]], seconds: float) -> None:
    told: list[Told] = [(state, at, {}) for state, at in steps]
    assert left_by(_attempt(*told)) == NOW + timedelta(seconds=seconds)


def test_how_far_the_service_is_ahead() -> None:
    assert ahead_of(WALLET) is None
    assert ahead_of(replace(WALLET, read=moment(NOW, NOW + timedelta(seconds=7)))) == timedelta(seconds=7)


@pytest.mark.parametrize(
    "look",
    [
        LOOK,
        replace(LOOK, fresh=None),
        replace(LOOK, is_service_time=False),
        replace(LOOK, is_named=False),
        replace(LOOK, is_dated=False),
        replace(LOOK, prints=(), fresh=0, matching=0),
    ],
)
def test_a_reading_is_read_back_as_it_was(look: Observation) -> None:
    assert looks_of(_sent(None, (State.UNKNOWN, 200, look_facts(look)))) == (look,)


def test_a_reading_is_kept_under_names_that_never_change() -> None:
    assert look_facts(LOOK) == {
        "seen_at": LOOK.at.isoformat(),
        "seen_by_service": 1,
        "seen_cash": "13420.50",
        "seen_credit_used": "12500",
        "seen_credit_left": "37500",
        "seen_ledger": LOOK.prints[0],
        "seen_fresh": 3,
        "seen_matching": 1,
        "seen_own": 2,
        "seen_dated": 1,
        "seen_named": 1,
        "seen_waited": 0,
    }


def test_holes_in_a_reading_prove_as_little_as_they_may() -> None:
    names = ("seen_matching", "seen_own", "seen_dated", "seen_named", "seen_by_service", "seen_ledger")
    older = look_facts(LOOK) | dict.fromkeys(names)
    (look,) = looks_of(_sent(None, (State.UNKNOWN, 200, older)))
    assert look == Observation(
        at=LOOK.at,
        is_service_time=False,
        balance=LOOK.balance,
        prints=(),
        fresh=3,
        is_dated=False,
    )
    (look,) = looks_of(_sent(None, (State.UNKNOWN, 200, {**older, "seen_fresh": None})))
    assert (look.fresh, look.matching) == (None, 0)
    for hole in ("seen_at", "seen_cash", "seen_credit_used", "seen_credit_left"):
        assert looks_of(_sent(None, (State.UNKNOWN, 200, {**look_facts(LOOK), hole: None}))) == ()


def test_the_number_of_automatic_readings_is_found() -> None:
    tried = [(State.UNKNOWN, 20.0 + number, dict[str, Kept](**{"try": number})) for number in (1, 3, 2)]
    assert tries_of(_sent(None, *tried)) == 3


def _row(ref: str, amount: str, **more: str) -> str:
    return json.dumps({"n": "JE-2", "at": "2026-11-21T10:14:03", "ref": ref, "sum": amount, **more})


def test_a_new_reading_is_laid_over_the_one_before() -> None:
    wallet = replace(
        WALLET, read=moment(NOW, NOW + timedelta(seconds=300)), ledger=(*LEDGER, _row("PNR2", "-2350.00"))
    )
    expected = replace(
        LOOK,
        at=NOW + timedelta(seconds=300),
        prints=ledger_diff.prints(wallet.ledger),
        fresh=1,
        matching=1,
        own=0,
        is_named=False,
    )
    assert _found_in(_sent(), wallet, None) == FoundEvidence(expected, ())
    assert _found_in(_sent(), wallet, PROFILE) == FoundEvidence(expected, ("PNR2",))
    untold = _found_in(_sent(), replace(wallet, read=moment(NOW)), PROFILE).look
    assert (untold.at, untold.is_service_time) == (NOW, False)
    again = _sent(None, (State.UNKNOWN, 200, look_facts(expected)))
    assert _found_in(again, wallet, PROFILE) == FoundEvidence(replace(expected, fresh=0, matching=0), ())


def test_what_is_new_is_counted_and_what_is_of_its_amount() -> None:
    wallet = replace(WALLET, ledger=(*LEDGER, _row("PNR2", "70.00"), _row("PNR3", "2300.00")))
    look = _found_in(_sent(), wallet, None).look
    assert (look.fresh, look.matching) == (2, 1)
    unknown = _found_in(_sent({"expected_low": None}), wallet, None).look
    assert (unknown.fresh, unknown.matching) == (2, 0)
    other = replace(wallet, ledger=(_row("PNR2", "70.00"),))
    assert _found_in(_sent(), other, None).look.fresh is None


def test_a_ledger_that_names_the_request_gives_every_reference_beside_it_once() -> None:
    named = _row("PNR2", "2300.00", request="r-1")
    wallet = replace(WALLET, ledger=(*LEDGER, named, named, _row("PNR3", "2300.00")))
    found = _found_in(_sent(), wallet, PROFILE)
    assert found.look.is_named
    assert "PNR2" in found.references
    assert "PNR3" not in found.references
    assert len(set(found.references)) == len(found.references)
    twice = replace(WALLET, ledger=(*LEDGER, *(_row("PNR4", each) for each in ("2300.00", "2400.00"))))
    assert _found_in(_sent(), twice, PROFILE).references == ("PNR4",)


def test_an_entry_that_names_another_order_of_this_counter_is_not_this_sale() -> None:
    rows = (_row("PNR2", "2350.00", request="r-2"), _row("PNR3", "70.00", request="r-3"))
    wallet = replace(WALLET, ledger=(*LEDGER, *rows, _row("PNR4", "60.00", request="r-4")))
    sent = _sent()
    others = [sent, *(_attempt((State.PREPARED, 0, {}), request=each) for each in ("r-2", "r-3"))]
    look = evidence_journal.found_in(sent, wallet, None, timedelta(), others).look
    assert (look.fresh, look.matching, look.own) == (3, 0, 2)
    named = replace(wallet, ledger=(*LEDGER, _row("PNR2", "2350.00", request="r-1", other="r-2")))
    look = evidence_journal.found_in(sent, named, None, timedelta(), others).look
    assert (look.matching, look.own, look.is_named) == (1, 0, True)


@pytest.mark.parametrize(
    ("state", "facts", "own"),
    [
        (State.SETTLED, {"total_debited": "70.00"}, Decimal(70)),
        (State.RESOLVED_BOOKED, {"total_debited": "70.00"}, Decimal(70)),
        (State.CANCELLED, {"refund": "70.00"}, Decimal(-70)),
        (State.RESOLVED_NOT_BOOKED, {}, Decimal(0)),
        (State.UNKNOWN, {}, Decimal(0)),
        # What was made, and nobody has said for how much, is not nothing.
        (State.SETTLED, {}, None),
        (State.RESOLVED_BOOKED, {}, None),
        (State.RESOLVED_CANCELLED, {}, None),
    ],
)
def test_what_this_counter_moved_since_is_known_as_far_as_it_was_told(
    state: State, facts: dict[str, Kept], own: Decimal | None
) -> None:
    begun: Told = (State.PREPARED, 0, {})
    other = _attempt(begun, (state, 1, facts), request="r-2", first=10)
    assert case_of(_read_after(20), attempts=[other]).own == own
    # What it has moved after the reading is not in it.
    assert case_of(_read_after(5), attempts=[other]).own == Decimal(0)


def _read_after(number: int) -> Attempt:
    """The sale, with a reading that has this number in the journal."""
    sent, read = _sent(), _attempt((State.UNKNOWN, 200, look_facts(LOOK)), first=number)
    return folded([*sent.entries, *read.entries])


def test_a_ledger_without_dates_is_said_to_be_so() -> None:
    ledger = tuple(json.dumps({"sum": each}) for each in ("7", "7"))
    assert not _found_in(_sent(), replace(WALLET, ledger=ledger), None).look.is_dated


def test_an_entry_is_expected_within_the_range_alone() -> None:
    expected = Expected(Decimal(2300), Decimal(2400))
    for sum_, found in (("2299.99", False), ("2300", True), ("2400", True), ("2400.01", False)):
        assert is_expected(expected, json.dumps({"sum": sum_}), PROFILE) is found
    assert not is_expected(None, json.dumps({"sum": "2300"}), PROFILE)


@pytest.mark.parametrize(
    ("low", "sums", "debited"),
    [
        ("2350.00", ("-2350.00",), Decimal("2350.00")),
        # Another amount, several entries, or no one expected amount: nobody has said what it took.
        ("2350.00", ("-2340.00",), None),
        ("2350.00", ("-2350.00", "-2350.00"), None),
        ("2350.00", (), None),
        ("2300.00", ("-2350.00",), None),
    ],
)
def test_what_the_entry_that_names_the_request_took_is_the_debit(
    low: str, sums: tuple[str, ...], debited: Decimal | None
) -> None:
    rows = [_row(f"PNR{place}", each, request="r-1") for place, each in enumerate(sums, 2)]
    sent = _sent({"expected_low": low, "expected_high": "2350.00"})
    found = _found_in(sent, replace(WALLET, ledger=(*LEDGER, *rows)), PROFILE)
    assert found.debited == debited


@pytest.mark.parametrize(
    ("debit", "credit", "debited"),
    [
        ("2350.00", "2350.00", Decimal("2350.00")),
        # Its sides differ, or it is more than may be expected.
        ("2350.00", "2340.00", None),
        ("2400.01", "2400.01", None),
    ],
)
def test_within_a_range_both_sides_of_the_entry_say_the_debit(
    debit: str, credit: str, debited: Decimal | None
) -> None:
    lines = [
        {"account": "WALLET_CASH", "debit": debit, "credit": "0.00"},
        {"account": "SALES", "debit": "0.00", "credit": credit},
    ]
    row = json.dumps({"n": "JE-2", "ref": "PNR2", "request": "r-1", "lines": lines})
    sent = _sent({"expected_low": "2300.00", "expected_high": "2400.00"})
    found = _found_in(sent, replace(WALLET, ledger=(*LEDGER, row)), None)
    assert found.debited == debited

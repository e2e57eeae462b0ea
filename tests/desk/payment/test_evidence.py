"""What the evidence decides, and what it never does."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.desk.payment import ledger_diff
from app.desk.payment.evidence import (
    Balance,
    EvidenceCase,
    Expected,
    Grade,
    Observation,
    is_quiet,
    judge,
    until_quiet,
)
from app.desk.payment.service_rest import QUIET
from tests.support.desk.samples import NOW

BEFORE = Balance(Decimal(41200), Decimal(500), Decimal(9500))
COST = Decimal(2300)
CASE = EvidenceCase(Expected(COST, COST), BEFORE, ("b", "a"), NOW, is_service_time=True)
EARLY, LATE, LATER = NOW + timedelta(seconds=60), NOW + timedelta(seconds=181), NOW + timedelta(seconds=200)
UNMOVED = Observation(LATE, is_service_time=True, balance=BEFORE, prints=("b", "a"), fresh=0)
AGAIN = replace(UNMOVED, at=LATER)
FALLEN = replace(UNMOVED, balance=BEFORE._replace(cash=BEFORE.cash - COST))
STRANGER = replace(UNMOVED, balance=BEFORE._replace(cash=BEFORE.cash - 70), prints=("x", "b", "a"), fresh=1)
ALIKE = replace(FALLEN, prints=("x", "b", "a"), fresh=1, matching=1)
NAMED = replace(ALIKE, is_named=True)
UNDATED = replace(UNMOVED, is_dated=False)
RANGE = replace(CASE, expected=Expected(COST, COST + 100))
NAMED_IN_LEDGER = "The ledger of the wallet names this request."
EXACT = "The ledger has one new entry of exactly the expected amount."
NO_LEDGER = "The wallet is as before. The service shows no ledger to compare."
AS_BEFORE = "The wallet is as before. No new entry has the expected amount."
READ_TWICE = "Wallet and ledger are exactly as before, read twice after the service came to rest."
FELL = "The wallet fell by 2,300.00, as this sale would have cost. "
FELL_70 = "In the wallet cash fell by 70.00, another amount than expected. "
NO_OVERLAP = "The ledger before and after cannot be laid over each other."
NOT_SHOWN = "The ledger does not show why."
ONE_UNREAD = "The new entry may be this sale, or one of another counter: that cannot be read."


@pytest.mark.parametrize(
    ("case", "looks", "grade", "why"),
    [
        (CASE, [NAMED], Grade.BOOKED, NAMED_IN_LEDGER),
        (CASE, [NAMED, AGAIN], Grade.BOOKED, NAMED_IN_LEDGER),
        (CASE, [replace(NAMED, fresh=None)], Grade.BOOKED, NAMED_IN_LEDGER),
        (CASE, [ALIKE], Grade.LIKELY_BOOKED, EXACT),
        (CASE, [replace(ALIKE, at=EARLY)], Grade.LIKELY_BOOKED, EXACT),
        (CASE, [], Grade.UNDECIDED, "The wallet has not been read since."),
        (
            CASE,
            [replace(ALIKE, matching=2, fresh=2)],
            Grade.UNDECIDED,
            "The ledger has 2 new entries of the expected amount.",
        ),
        (CASE, [replace(FALLEN, fresh=None)], Grade.UNDECIDED, FELL + NO_OVERLAP),
        (CASE, [replace(UNMOVED, prints=(), fresh=None)], Grade.UNDECIDED, NO_LEDGER),
        (replace(CASE, prints=()), [replace(UNMOVED, fresh=None)], Grade.UNDECIDED, NO_LEDGER),
        (CASE, [FALLEN, FALLEN], Grade.UNDECIDED, FELL + NOT_SHOWN),
        (
            replace(CASE, expected=None),
            [replace(FALLEN, fresh=None)],
            Grade.UNDECIDED,
            "In the wallet cash fell by 2,300.00, another amount than expected. " + NO_OVERLAP,
        ),
        (
            replace(CASE, expected=None),
            [UNMOVED, AGAIN],
            Grade.UNDECIDED,
            "What it was to cost is not known.",
        ),
        (
            CASE,
            [replace(UNMOVED, at=EARLY)],
            Grade.UNDECIDED,
            "The wallet is as before. The service may still be at work on it.",
        ),
        (CASE, [UNMOVED], Grade.LIKELY_NOT, AS_BEFORE),
        (CASE, [replace(UNMOVED, at=EARLY), UNMOVED], Grade.LIKELY_NOT, AS_BEFORE),
        (CASE, [UNMOVED, AGAIN], Grade.NOT_BOOKED, READ_TWICE),
        (CASE, [STRANGER, UNMOVED, AGAIN], Grade.UNDECIDED, "The wallet is as before. " + ONE_UNREAD),
        (CASE, [replace(UNMOVED, at=EARLY), UNMOVED, AGAIN], Grade.NOT_BOOKED, READ_TWICE),
        (replace(CASE, is_sold=True), [UNMOVED, AGAIN], Grade.UNDECIDED, "Only the PNR is missing."),
        (
            replace(CASE, before=None),
            [UNMOVED, AGAIN],
            Grade.UNDECIDED,
            "The wallet before the sale is not known. So there is nothing to compare.",
        ),
        (
            CASE,
            [STRANGER, STRANGER],
            Grade.UNDECIDED,
            FELL_70
            + "Each of 2 new entries may be this sale, or one of another counter: that cannot be read.",
        ),
        (CASE, [STRANGER], Grade.UNDECIDED, FELL_70 + ONE_UNREAD),
        (CASE, [replace(ALIKE, matching=0)], Grade.UNDECIDED, FELL + ONE_UNREAD),
        (
            replace(CASE, is_alone=True),
            [STRANGER],
            Grade.UNDECIDED,
            FELL_70 + "The new entry may be this sale, or another movement: that cannot be read.",
        ),
        (
            replace(CASE, expected=Expected(Decimal(0), COST)),
            [UNMOVED, AGAIN],
            Grade.UNDECIDED,
            "The wallet is as before.",
        ),
        (CASE, [replace(UNMOVED, balance=STRANGER.balance)], Grade.UNDECIDED, FELL_70 + NOT_SHOWN),
        (CASE, [UNDATED, replace(UNDATED, at=LATER)], Grade.LIKELY_NOT, AS_BEFORE),
        (
            RANGE,
            [ALIKE],
            Grade.LIKELY_BOOKED,
            "The ledger has one new entry of an amount that it may have cost.",
        ),
        (
            replace(CASE, expected=None),
            [replace(STRANGER, fresh=None)],
            Grade.UNDECIDED,
            FELL_70 + NO_OVERLAP,
        ),
        (
            CASE,
            [replace(UNMOVED, balance=BEFORE._replace(cash=BEFORE.cash - Decimal("0.50")))],
            Grade.UNDECIDED,
            "In the wallet cash fell by 0.50, another amount than expected. " + NOT_SHOWN,
        ),
        (
            CASE,
            [replace(UNMOVED, balance=BEFORE._replace(credit_used=BEFORE.credit_used + 1))],
            Grade.UNDECIDED,
            "In the wallet credit used has changed, another amount than expected. " + NOT_SHOWN,
        ),
    ],
)
def test_each_grade_of_evidence_has_its_reason(
    case: EvidenceCase, looks: Sequence[Observation], grade: Grade, why: str
) -> None:
    verdict = judge(case, looks)
    assert (verdict.grade, verdict.why) == (grade, why)


@pytest.mark.parametrize(
    ("case", "looks", "what"),
    [
        (CASE, [NAMED], "It was booked."),
        (replace(CASE, is_sold=True), [UNMOVED], "The service said that it booked this."),
        (CASE, [ALIKE], "It was most likely booked, but the PNR is missing."),
        (CASE, [replace(UNMOVED, at=EARLY)], "We cannot tell yet."),
        (CASE, [STRANGER], "We cannot tell from the wallet."),
        (CASE, [], "We cannot tell from the wallet."),
        (CASE, [replace(UNMOVED, fresh=None)], "We cannot tell from the wallet."),
        (CASE, [replace(ALIKE, matching=2, fresh=2)], "We cannot tell from the wallet."),
        (replace(CASE, expected=None), [UNMOVED], "We cannot tell from the wallet."),
        (CASE, [UNMOVED], "It was probably not booked."),
        (CASE, [UNMOVED, AGAIN], "It was not booked."),
    ],
)
def test_what_it_means_is_said(case: EvidenceCase, looks: Sequence[Observation], what: str) -> None:
    assert judge(case, looks).what == what


def test_only_the_two_strong_classes_decide() -> None:
    assert [each for each in Grade if each.decides] == [Grade.BOOKED, Grade.NOT_BOOKED]


def test_the_words_that_journals_hold_never_change() -> None:
    assert [each.value for each in Grade] == ["E+", "e+", "e0", "e-", "E-"]


def test_a_fall_from_credit_counts_whether_or_not_cash_includes_it() -> None:
    from_both = BEFORE._replace(cash=BEFORE.cash - 2000, credit_left=BEFORE.credit_left - 300)
    cash_holds_all = BEFORE._replace(cash=BEFORE.cash - 2300, credit_left=BEFORE.credit_left - 300)
    for balance in (from_both, cash_holds_all):
        assert COST in BEFORE.falls_to(balance)
        verdict = judge(CASE, [replace(UNMOVED, balance=balance)])
        assert verdict.grade is Grade.UNDECIDED
        assert "fell by 2,300.00, as this sale would have cost" in verdict.why


@pytest.mark.parametrize(
    ("cash", "own", "said"),
    [
        (-70, 70, "Only this counter\u2019s own sales and refunds have moved the wallet. "),
        (500, -500, "Only this counter\u2019s own sales and refunds have moved the wallet. "),
        (
            500 - 2300,
            -500,
            "Beside this counter\u2019s own sales and refunds the wallet fell by 2,300.00, as ",
        ),
        (0, -2300, "Beside this counter\u2019s own sales and refunds the wallet fell by 2,300.00, as "),
        (0, 70, "The wallet is as before. "),
        (-70, 60, "In the wallet cash fell by 70.00, another amount than expected beside this counter"),
    ],
)
def test_what_this_counter_has_moved_is_told_from_other_amounts(cash: int, own: int, said: str) -> None:
    look = replace(STRANGER, balance=BEFORE._replace(cash=BEFORE.cash + cash))
    told, plain = judge(replace(CASE, own=Decimal(own)), [look]), judge(CASE, [look])
    assert told.why.startswith(said)
    assert told.grade is plain.grade


@pytest.mark.parametrize(
    ("cash", "said"),
    [
        (-2300, "In the wallet cash fell by 2,300.00. "),
        (-70, "In the wallet cash fell by 70.00. "),
        (0, "The wallet is as before. "),
    ],
)
def test_that_it_is_not_known_what_this_counter_has_moved_is_said(cash: int, said: str) -> None:
    look = replace(STRANGER, balance=BEFORE._replace(cash=BEFORE.cash + cash))
    told = judge(replace(CASE, own=None), [look])
    not_known = "What this counter\u2019s own sales and refunds have moved is not known. "
    assert (told.grade, told.why) == (Grade.UNDECIDED, said + not_known + ONE_UNREAD)


@pytest.mark.parametrize(
    ("looks", "said"),
    [
        ([replace(STRANGER, own=1)], "Every new entry is another order of this counter."),
        ([replace(STRANGER, fresh=2, own=1)], ONE_UNREAD),
        ([replace(STRANGER, own=1), replace(STRANGER, fresh=1)], ONE_UNREAD),
        ([replace(STRANGER, own=1), UNMOVED, AGAIN], "Every new entry is another order of this counter."),
    ],
)
def test_entries_of_this_counters_other_orders_are_no_doubt_and_decide_nothing(
    looks: Sequence[Observation], said: str
) -> None:
    verdict = judge(CASE, looks)
    assert verdict.grade is Grade.UNDECIDED is judge(CASE, [replace(each, own=0) for each in looks]).grade
    assert verdict.why.endswith(said)


def test_a_wallet_that_rose_is_said_to_have_risen() -> None:
    risen = replace(STRANGER, balance=BEFORE._replace(cash=BEFORE.cash + 5))
    assert "cash rose by 5.00, another amount" in judge(CASE, [risen]).why
    lent = replace(
        STRANGER, balance=BEFORE._replace(cash=BEFORE.cash - 5, credit_left=BEFORE.credit_left - 7)
    )
    assert "cash fell by 5.00 and credit left fell by 7.00" in judge(CASE, [lent]).why
    used = replace(STRANGER, balance=BEFORE._replace(credit_used=BEFORE.credit_used + 1))
    assert "credit used has changed" in judge(CASE, [used]).why


def test_the_quiet_period_runs_in_the_services_time_or_twice_as_long() -> None:
    assert until_quiet(CASE, replace(UNMOVED, at=NOW)) == QUIET + timedelta(seconds=1)
    assert not is_quiet(CASE, replace(UNMOVED, at=NOW + QUIET))
    for case, look in (
        (replace(CASE, is_service_time=False), UNMOVED),
        (CASE, replace(UNMOVED, is_service_time=False)),
    ):
        # A clock that is set forward is no waiting.
        far = replace(look, at=NOW + timedelta(days=1))
        assert until_quiet(case, far) == 2 * QUIET
        assert not is_quiet(case, replace(far, waited=2 * QUIET - timedelta(seconds=1)))
        assert is_quiet(case, replace(far, waited=2 * QUIET))


class World:
    """A wallet with a ledger of its own shape, on which strangers sell and buy back."""

    def __init__(self, window: int, *, newest_first: bool, split: bool) -> None:
        self.cash = Decimal(100_000)
        self._entries: list[str] = []
        self._window, self._newest_first, self._split = window, newest_first, split
        for amount in (10, 20, 30):
            self.move(amount)

    def move(self, amount: int, request: str = "") -> None:
        """Debit (or credit) so much, as one entry or as two of which each holds a part."""
        self.cash -= amount
        parts = (amount - amount // 3, amount // 3) if self._split else (amount,)
        for part in parts:
            number = len(self._entries)
            self._entries.append(json.dumps({"n": f"e{number}", "sum": part, "for": request}))

    def look(self, at: datetime, before: tuple[str, ...], request: str) -> Observation:
        """What a reading says."""
        shown = self._entries[-self._window :]
        shown = shown[::-1] if self._newest_first else shown
        prints = ledger_diff.prints(shown)
        places = ledger_diff.fresh(before, prints)
        new = [shown[place] for place in places or ()]
        return Observation(
            at=at,
            is_service_time=True,
            balance=Balance(self.cash, Decimal(0), Decimal(0)),
            prints=prints,
            fresh=None if places is None else len(places),
            matching=sum(COST in ledger_diff.amounts(each) for each in new),
            is_named=any(ledger_diff.names(each, request) for each in shown),
        )


_MOVES = st.lists(st.sampled_from([0, 70, -70, 1150, 2300, -2300]), min_size=4, max_size=4)


@dataclass(frozen=True)
class Story:
    """What strangers move before each reading, what the ledger shows, and when our sale comes, if ever."""

    moves: list[int]
    window: int
    newest_first: bool
    split: bool
    ours_at: int
    names_us: bool


_STORIES = st.builds(
    Story, _MOVES, st.integers(1, 12), st.booleans(), st.booleans(), st.integers(-1, 3), st.booleans()
)


@settings(max_examples=400)
@given(_STORIES)
def test_a_strangers_movement_never_decides(story: Story) -> None:
    world = World(story.window, newest_first=story.newest_first, split=story.split)
    first = world.look(NOW, (), "us")
    case = EvidenceCase(Expected(COST, COST), first.balance, first.prints, NOW, is_service_time=True)
    looks: list[Observation] = []
    for number, amount in enumerate(story.moves):
        if amount:
            world.move(amount, "them")
        if number == story.ours_at:
            world.move(int(COST), "us" if story.names_us else "")
        before = looks[-1].prints if looks else case.prints
        looks.append(world.look(NOW + timedelta(seconds=90 * (number + 1)), before, "us"))
        is_booked = 0 <= story.ours_at <= number
        grade = judge(case, looks).grade
        if grade is Grade.BOOKED:
            assert is_booked
            assert story.names_us
        if grade is Grade.NOT_BOOKED:
            assert not is_booked


@pytest.mark.parametrize("looks", [[], [UNMOVED], [UNMOVED, AGAIN], [STRANGER]])
def test_what_the_service_has_in_hand_is_never_taken_for_not_booked(looks: list[Observation]) -> None:
    for reference in ("", "P7"):
        found = judge(replace(CASE, taken_in=reference), looks)
        assert found.grade is Grade.UNDECIDED
        assert found.what == "The service has taken it in, and has not settled it yet."
        assert found.why.startswith("The service took it in as P7. ") is bool(reference)
    assert judge(replace(CASE, taken_in="P7"), [NAMED]).grade is Grade.BOOKED
    assert judge(replace(CASE, taken_in=""), [ALIKE]) == judge(CASE, [ALIKE])

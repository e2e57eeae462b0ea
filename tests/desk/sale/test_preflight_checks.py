"""What this counter's journal holds against a sale, and what it tells of one that was made before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from types import MappingProxyType

import pytest

from app.core.language import mark
from app.desk.model.sale import Change, Preflight
from app.desk.model.wallet_split import split
from app.desk.payment.duplicate_check import MARK
from app.desk.sale.order import fingerprint_of, product_facts
from app.desk.sale.pricing import price
from app.desk.sale.selling import against_history, blocking
from app.store.journal.attempt import Attempt
from app.store.journal.hash_chain import LogEntry
from app.store.journal.recovery import Recovery
from app.store.journal.states import Kind, State
from tests.support.desk.boat_samples import BOAT_DRAFT
from tests.support.desk.samples import DRAFT, LOOKED, NOW, SLOT, TODAY, WALLET
from tests.support.store.scanned import Scanned

Kept = str | int | None
_NOTHING: Mapping[str, Kept] = MappingProxyType({})
_ENTRY = LogEntry(1, NOW, "one", 1, "r-1", Kind.CREATE, State.PREPARED, _NOTHING, _NOTHING, "", "", "", "")
PERMITTED = (NOW + timedelta(minutes=10)).isoformat()


def _attempt(state: State, *, is_told: bool = True, **facts: Kept) -> Attempt:
    """An attempt of the sale at hand; when not told, without whatever knows its customer."""
    private: Mapping[str, Kept] = {"fingerprint": fingerprint_of(DRAFT)} if is_told else {}
    return Attempt(
        "one",
        1,
        "r-1",
        Kind.CREATE,
        state,
        MappingProxyType({**product_facts(DRAFT), **facts}),
        MappingProxyType(private),
        NOW,
        NOW,
        (_ENTRY._replace(state=state),),
    )


def _checked(*made: Attempt, recovery: Recovery | None = None) -> Preflight:
    found = price(DRAFT)
    assert found is not None
    whole = Preflight(
        DRAFT, found, WALLET, split(found.payable, WALLET), (Change("a", "b", "c"),), "", LOOKED, "sale"
    )
    return against_history(whole, Scanned(made, recovery), TODAY, NOW, {})


def test_nothing_in_the_journal_holds_nothing_against_it() -> None:
    found = _checked()
    assert (found.blocked, found.changes) == ("", (Change("a", "b", "c"),))


def test_a_journal_that_nobody_has_looked_through_sells_nothing() -> None:
    found = _checked(
        recovery=Recovery((mark("It was damaged."), mark("It was rebuilt.")), selling_allowed=False)
    )
    assert found.blocked == (
        "It was damaged. It was rebuilt. Selling is off until somebody has looked at this."
    )


@pytest.mark.parametrize(
    ("is_told", "sent"),
    [
        (True, "The same sale was sent before"),
        (False, "A sale of the same seats was sent before. Its customer cannot be read any more"),
    ],
)
def test_the_same_open_sale_blocks_it(sent: str, *, is_told: bool) -> None:
    found = _checked(_attempt(State.UNKNOWN, is_told=is_told))
    assert found.blocked.startswith(f"{sent}, and its outcome is not known. Do not sell it again")


def test_an_open_sale_of_other_seats_to_this_customer_must_be_accepted() -> None:
    fewer = replace(DRAFT, qty=DRAFT.qty + 1)
    waiting = replace(
        _attempt(State.UNKNOWN, qty=fewer.qty),
        private=MappingProxyType[str, Kept]({"fingerprint": fingerprint_of(fewer)}),
    )
    found = _checked(waiting)
    assert found.blocked == ""
    (change,) = found.changes[1:]
    assert change == Change(
        "This customer has an order of the same whose outcome is not known",
        f"{fewer.qty} seats, perhaps booked",
        "One more",
        is_again=True,
    )
    for other in (
        replace(fewer, customer_phone="9000000001"),
        replace(fewer, slot=replace(SLOT, availability_id=1)),
    ):
        of_other = replace(
            waiting,
            facts=MappingProxyType(product_facts(other)),
            private=MappingProxyType[str, Kept]({"fingerprint": fingerprint_of(other)}),
        )
        assert _checked(of_other).changes[1:] == ()
    assert _checked(replace(waiting, state=State.RESOLVED_NOT_BOOKED)).changes[1:] == ()


def test_other_seats_of_the_same_that_were_sold_before_must_be_accepted() -> None:
    fewer = replace(DRAFT, qty=DRAFT.qty + 1)
    made = replace(
        _attempt(State.SETTLED, qty=fewer.qty, booking_ref="PNR1"),
        private=MappingProxyType[str, Kept]({"fingerprint": fingerprint_of(fewer)}),
    )
    found = _checked(made)
    assert (found.blocked, found.changes[1:]) == (
        "",
        (
            Change(
                "This customer was sold the same before",
                f"{fewer.qty} seats, PNR PNR1",
                "One more",
                is_again=True,
            ),
        ),
    )
    other = replace(fewer, customer_phone="9000000001")
    of_other = replace(made, private=MappingProxyType[str, Kept]({"fingerprint": fingerprint_of(other)}))
    assert _checked(of_other).changes[1:] == ()


def test_what_may_be_sent_once_more_does_not_block_and_is_told() -> None:
    found = _checked(_attempt(State.RESEND_AUTHORISED, authorised_until=PERMITTED))
    assert found.blocked == ""
    assert found.changes[1:] == (
        Change("The same order was sent before", "Outcome not known", "Sent once more", is_again=True),
    )
    late = _checked(_attempt(State.RESEND_AUTHORISED, authorised_until=NOW.isoformat()))
    assert late.blocked


@pytest.mark.parametrize("state", [State.SETTLED, State.RESOLVED_BOOKED])
def test_a_sale_that_was_made_before_is_told(state: State) -> None:
    made = _attempt(state, booking_ref="PNR1")
    found = _checked(made)
    assert found.blocked == ""
    assert found.changes[1:] == (
        Change("This customer has the same booking", "PNR PNR1", "One more", is_again=True),
    )
    unnamed = replace(made, facts=MappingProxyType(product_facts(DRAFT)))
    assert _checked(unnamed).changes[1].old == "PNR r-1"
    untold = _attempt(state, is_told=False, booking_ref="PNR2", **{MARK: ""})
    (change,) = _checked(untold).changes[1:]
    assert change == Change(
        "Perhaps this customer has the same booking", "PNR PNR2", "One more", is_again=True
    )
    # One whose customer is known counts more than a later one whose customer is not.
    assert _checked(made, untold).changes[1].old == "PNR PNR1"
    newer = _attempt(state, booking_ref="PNR3")
    assert _checked(made, newer).changes[1].old == "PNR PNR3"


@pytest.mark.parametrize("state", [State.NOT_SENT, State.REJECTED, State.RESOLVED_NOT_BOOKED])
def test_a_sale_that_was_not_made_is_not_told(state: State) -> None:
    assert _checked(_attempt(state)).changes[1:] == ()


def test_another_sale_is_not_told() -> None:
    made = _attempt(State.SETTLED)
    other = replace(made, private=MappingProxyType[str, Kept]({"fingerprint": "other"}))
    assert _checked(other).changes[1:] == ()


def test_what_is_wrong_with_a_passenger_is_said_of_that_passenger() -> None:
    first, second, *others = BOAT_DRAFT.passengers
    draft = replace(BOAT_DRAFT, passengers=(first, replace(second, traveler_name=""), *others))
    found = price(draft)
    assert found is not None
    look = Preflight(draft, found, WALLET, split(found.payable, WALLET), (), "", LOOKED, "sale")
    assert blocking(look, TODAY).startswith("Passenger 2: ")

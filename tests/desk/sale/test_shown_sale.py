"""What is handed to the customer window of a sale, and that nothing else is in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any, cast

from app.desk.model.boats import BoatDraft
from app.desk.model.sale import Draft, Receipt
from app.desk.model.shown import Shown, ShownPage, ShownPerson
from app.desk.sale.pricing import price
from app.desk.sale.shown_sale import shown_draft, shown_receipt
from tests.support.canaries import found
from tests.support.desk.boat_samples import BOAT_DRAFT

SECRETS = {"number": b"C4VX8T2K1", "net": b"4321.09", "mail": b"secret@example.com", "phone": b"9876512377"}


def leaves(value: object) -> Iterator[str]:
    """Every text and number in a value."""
    if is_dataclass(value):
        for each in fields(value):
            yield from leaves(getattr(value, each.name))
    elif isinstance(value, tuple):
        for part in cast("tuple[Any, ...]", value):
            yield from leaves(part)
    else:
        yield str(value)


def with_secrets() -> BoatDraft:
    """A boat draft with a secret in everything that the customer must not see."""
    rates = tuple(replace(each, net=Decimal("4321.09")) for each in BOAT_DRAFT.departure.rates)
    people = tuple(replace(each, id_number="C4VX8T2K1", id_type="passport") for each in BOAT_DRAFT.passengers)
    return replace(
        BOAT_DRAFT,
        departure=replace(BOAT_DRAFT.departure, rates=rates),
        passengers=people,
        customer_phone="9876512377",
        customer_email="secret@example.com",
    )


def receipt_of(draft: Draft) -> Receipt:
    expected = price(draft)
    assert expected is not None
    at = datetime(2026, 11, 22, 10, tzinfo=UTC)
    return Receipt(
        request_id="request",
        booking_ref="BT9D3M66P",
        booking_id="991",
        total_debited=expected.payable,
        from_cash=expected.payable,
        from_credit=Decimal(0),
        price=expected,
        differences=(),
        wallet=None,
        settled_at=at,
        took=timedelta(seconds=2),
        practice=False,
    )


def told(shown: Shown) -> bytes:
    return "\n".join(leaves(shown)).encode()


def test_a_draft_says_what_the_customer_checks() -> None:
    draft = with_secrets()
    expected = price(draft)
    assert expected is not None
    shown = shown_draft(draft, expected)
    assert shown.page is ShownPage.CHECK
    assert shown.total == expected.customer_pays == shown.trips[0].price
    assert shown.phone_end == "2377"
    assert shown.people == tuple(
        ShownPerson(each.traveler_name.strip(), each.age) for each in BOAT_DRAFT.passengers
    )
    assert shown.trips[0].count == len(shown.people)


def test_no_state_of_a_sale_holds_what_the_customer_must_not_see() -> None:
    draft = with_secrets()
    expected = price(draft)
    assert expected is not None
    secrets = SECRETS | {"payable": str(expected.payable).encode()}
    everything = str(draft).encode() + repr(draft.passengers).encode() + str(expected).encode()
    assert found(everything, {"net": SECRETS["net"]})
    for shown in (
        *(shown_draft(draft, expected, page) for page in ShownPage),
        shown_receipt(receipt_of(draft), draft),
    ):
        assert found(told(shown), secrets) == set()


def test_a_person_is_there_with_name_and_age() -> None:
    first, *rest = BOAT_DRAFT.passengers
    for half in (replace(first, age=" "), replace(first, traveler_name="")):
        shown = shown_draft(replace(BOAT_DRAFT, passengers=(half, *rest)), None)
        assert len(shown.people) == len(rest)


def test_of_a_short_phone_nothing_is_said() -> None:
    assert shown_draft(replace(BOAT_DRAFT, customer_phone="1234567"), None).phone_end == ""


def test_a_settled_sale_says_its_pnr_and_no_person() -> None:
    shown = shown_receipt(receipt_of(BOAT_DRAFT), BOAT_DRAFT)
    assert (shown.page, shown.pnrs, shown.people) == (ShownPage.THANKS, ("BT9D3M66P",), ())

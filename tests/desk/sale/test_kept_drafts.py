"""What is kept for waiting customers: until it is used, put away, or the day ends; bounded."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from app.desk.model.boats import BoatDraft, Document, Passenger
from app.desk.model.sale_notes import SaleNotes
from app.desk.sale import kept_drafts
from app.desk.sale.kept_drafts import MOST_DRAFTS, KeptDrafts
from tests.support.desk.boat_samples import DEPARTURE

TODAY = date(2026, 11, 27)


def party(*names: str, customer: str = "") -> BoatDraft:
    return BoatDraft(
        DEPARTURE,
        tuple(Passenger(name, document=Document(name, name.encode())) for name in names),
        customer_name=customer,
    )


@pytest.mark.parametrize(
    ("later", "left"),
    [
        (party("Ira", "Lal"), 0),
        (party("ira", "Lall"), 0),
        (party("Rosa"), 1),
        (party("Rosa", customer="Meera"), 1),
        (replace(party(), customer_name="Meera"), 1),
    ],
)
def test_only_what_was_sold_is_forgotten(later: BoatDraft, left: int) -> None:
    kept = KeptDrafts()
    kept.keep(party("Ira", "Lal", customer="Meera"), TODAY)
    kept.use(later)
    assert len(kept.on(TODAY)) == left


def test_a_later_state_takes_the_place_of_the_earlier_and_a_smaller_one_does_not() -> None:
    kept = KeptDrafts()
    first, more, less = party("Ira", "Lal"), party("Ira", "Lal", "Uma"), party("Ira", "Lal")
    for each in (first, more):
        kept.keep(each, TODAY)
    assert kept.on(TODAY) == (more,)
    kept.keep(less, TODAY)
    assert kept.on(TODAY) == (less, more)


def test_customers_of_whom_only_the_mail_or_the_phone_is_known_are_different_ones() -> None:
    kept = KeptDrafts()
    phones = [replace(party(), customer_phone=each) for each in ("9845012377", "9434012377")]
    mails = [replace(party(), customer_email=each) for each in ("ira@example.com", "lal@example.com")]
    for each in (*phones, *mails):
        kept.keep(each, TODAY)
    assert kept.on(TODAY) == (*mails[::-1], *phones[::-1])


def test_a_note_alone_waits_beside_others_until_it_is_sold_with_its_customer() -> None:
    kept = KeptDrafts()
    rings, pram = (replace(party(), notes=SaleNotes(each)) for each in ("Rings at six", "With a pram"))
    for each in (rings, pram):
        kept.keep(each, TODAY)
    assert kept.on(TODAY) == (pram, rings)
    kept.use(replace(party("Ira"), notes=rings.notes))
    assert kept.on(TODAY) == (pram,)
    kept.use(party())
    assert kept.on(TODAY) == (pram,)


def test_the_most_recent_ones_are_kept_and_the_oldest_lose_their_copies_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kept_drafts, "MOST_BYTES", 8)
    kept = KeptDrafts()
    for number in range(MOST_DRAFTS + 2):
        kept.keep(party(f"Ira{number}"), TODAY)
    people = [each.passengers[0] for each in kept.on(TODAY) if isinstance(each, BoatDraft)]
    assert [each.traveler_name for each in people] == ["Ira6", "Ira5", "Ira4", "Ira3", "Ira2"]
    assert [each.document is not None for each in people] == [True, True, False, False, False]


def test_another_day_and_putting_away_leave_nothing() -> None:
    kept = KeptDrafts()
    kept.keep(party("Ira"), TODAY)
    kept.forget()
    assert kept.on(TODAY) == ()
    kept.keep(party("Ira"), TODAY)
    assert kept.on(date(2026, 11, 28)) == ()
    assert kept.on(TODAY) == ()

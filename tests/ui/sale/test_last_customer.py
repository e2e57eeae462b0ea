"""What of the last customer is offered on the form of the next sale."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.desk.model.sale import Draft
from app.desk.model.sale_notes import SaleNotes
from app.ui.sale.last_customer import can_take
from tests.support.desk.boat_samples import ARJUN, BOAT_DRAFT
from tests.support.desk.samples import DRAFT

BLANK = replace(BOAT_DRAFT, passengers=(), customer_name="", customer_phone="", customer_email="")
NAMED, NOTED = replace(BLANK, customer_name="Ira"), replace(BLANK, notes=SaleNotes("Rings at six"))


@pytest.mark.parametrize(
    ("draft", "last", "can"),
    [
        (BLANK, NAMED, True),
        (BLANK, replace(BLANK, passengers=(ARJUN,)), True),
        (BLANK, NOTED, True),
        # It would empty the customer of an open basket.
        (NAMED, NOTED, False),
        (BLANK, BLANK, False),
        # An activity takes a customer that it does not have.
        (DRAFT, DRAFT, False),
        (DRAFT, NAMED, True),
        (replace(DRAFT, customer_name="", customer_phone="", customer_email=""), DRAFT, True),
        (DRAFT, replace(BLANK, passengers=(ARJUN,)), False),
    ],
)
def test_a_form_is_offered_what_it_can_take(draft: Draft, last: Draft, *, can: bool) -> None:
    assert can_take(draft, last) == can

"""What is cancelled, what stays, and what the button says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.desk.model.booking import Choice, SeatChoice, TravellerChoice
from app.ui.cancellation.refund_words import button_words, stays_words
from tests.desk.cancellation.test_order import ARJUN, MEERA, QUOTE

KIRAN = replace(MEERA, name="Kiran", traveller_id=7)


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (TravellerChoice((ARJUN,)), "Arjun Nair will no longer travel. The other 2 passengers stay booked."),
        (
            TravellerChoice((ARJUN, MEERA)),
            "Arjun Nair and Meera will no longer travel. The other passenger stays booked.",
        ),
        (TravellerChoice((ARJUN, MEERA, KIRAN)), "3 passengers will no longer travel."),
    ],
)
def test_nobody_is_said_to_stay_booked_who_does_not(choice: Choice, words: str) -> None:
    before = replace(QUOTE.before, travellers=(ARJUN, MEERA, KIRAN))
    quote = replace(QUOTE, choice=choice, before=before)
    assert stays_words(quote) == f"{words} This cannot be undone."


def test_the_button_names_no_refund_while_net_is_hidden() -> None:
    quote = replace(QUOTE, choice=SeatChoice(1))
    assert button_words(quote, net_shown=False) == ("Cancel 1 seat",)
    assert button_words(quote, net_shown=True)[0] == "Cancel 1 seat, refund INR 12.50"

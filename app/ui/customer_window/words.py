"""The words of the customer window, in one language or in two beside each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from app.core.language import Message, joined, mark, markn, speaking, tr
from app.desk.model import formats
from app.desk.model.shown import ShownPage, ShownTrip

HEADINGS: Mapping[ShownPage, Message] = {
    ShownPage.WELCOME: mark("Welcome"),
    ShownPage.CHECK: mark("Please check"),
    ShownPage.BOOKING: mark("We are booking this now"),
    ShownPage.WAIT: mark("Please wait a moment"),
    ShownPage.PAY: mark("Please pay"),
    ShownPage.THANKS: mark("Thank you, it is booked"),
}
PAY_BY_UPI = mark("Pay by UPI")
PHOTO = mark("You may take a photo of this.")
TRAVELLERS, NAME = mark("Travellers and ages"), mark("Name")
YOU_PAY = mark("You pay, {currency}")
YOU_GAVE, YOUR_CHANGE = mark("You gave"), mark("Your change")
PHONE = mark("Phone ends {digits}")
PRACTICE = mark("PRACTICE")
_NAMES: Mapping[ShownPage, Message] = {
    ShownPage.WELCOME: mark("Customer window, welcome"),
    ShownPage.CHECK: mark("Customer window, please check"),
    ShownPage.BOOKING: mark("Customer window, booking"),
    ShownPage.WAIT: mark("Customer window, please wait"),
    ShownPage.PAY: mark("Customer window, pay"),
    ShownPage.THANKS: mark("Customer window, thank you"),
}
_BY_UPI = mark("Customer window, pay by UPI")


class Speech(NamedTuple):
    """The languages of the window by their codes; the second is empty where there is one alone."""

    first: str
    second: str = ""

    def said(self, words: Message) -> str:
        """The words in the first language."""
        with speaking(self.first):
            return str(words)

    def repeated(self, words: Message) -> str:
        """The words in the second language; empty when there is none."""
        if not self.second:
            return ""
        with speaking(self.second):
            return str(words)

    def when(self, trip: ShownTrip) -> str:
        """Day, time and boat: "Sun 22 Nov, 07:15, MV Sea Heron"."""
        with speaking(self.first):
            day = "" if trip.day is None else formats.day_medium(trip.day)
        return joined(", ", (day, trip.hours, trip.place))

    def people(self, count: int) -> str:
        """How many people."""
        return self.said(markn("{number} person", "{number} people", count))


SPEECHES: Mapping[str, Speech] = {"en": Speech("en"), "hi": Speech("hi"), "both": Speech("en", "hi")}


def spoken_name(page: ShownPage, *, by_upi: bool) -> str:
    """What the window is called, in the language of the program."""
    return tr(_BY_UPI if by_upi and page is ShownPage.PAY else _NAMES[page])


def payee(upi: str) -> tuple[str, str]:
    """The address and the note in a text for UPI; empty where it has none."""
    fields = parse_qs(urlsplit(upi).query)
    return fields.get("pa", [""])[0], fields.get("tn", [""])[0]

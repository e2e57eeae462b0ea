"""The messages about a trip: word for word, in one language at a time, and never with what is not known."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from app.core.language import mark, speaking
from app.desk.model.office_rules import TillRules
from app.desk.travelling.messages import (
    MessageFields,
    Template,
    message,
    program_text,
    why_not,
    wrong_field,
)
from app.desk.travelling.values import Party, PartyState
from tests.support.desk.voucher_samples import SALE
from tests.support.ui.taking_payment import TILL

FIELDS = MessageFields(
    trip="Swaraj Dweep day return",
    day=date(2026, 11, 22),
    pnr="BT4KC2H7P",
    name="Sunita Patil",
    starts="07:15",
    amount=Decimal("109195.00"),
    way=mark("UPI"),
    agency="Coral Coast Travels",
    phone="03192 555 014",
)
END = "\nCoral Coast Travels, 03192 555 014"
WHOLE = {
    (Template.REMINDER, "en"): "Swaraj Dweep day return, Sun 22 Nov 2026, 07:15. Be there 30 minutes before. "
    "PNR BT4KC2H7P. Bring your identity document.",
    (Template.REMINDER, "hi"): "Swaraj Dweep day return, रवि 22 नव॰ 2026, 07:15 बजे। 30 मिनट पहले पहुँचें। "
    "PNR BT4KC2H7P। पहचान पत्र साथ लाएँ।",
    (Template.OFF_CANCELLED, "en"): "Swaraj Dweep day return, Sun 22 Nov 2026, does not run. "
    "Your booking BT4KC2H7P is cancelled. You get back INR 1,09,195.00 (UPI).",
    (Template.OFF_CANCELLED, "hi"): "Swaraj Dweep day return, रवि 22 नव॰ 2026, नहीं चलेगी। "
    "आपकी बुकिंग BT4KC2H7P रद्द हो गई है। आपको INR 1,09,195.00 UPI से वापस मिलेंगे।",
    (Template.OFF_OPEN, "en"): "Swaraj Dweep day return, Sun 22 Nov 2026, does not run. "
    "We are clarifying your refund and will call you.",
    (Template.OFF_OPEN, "hi"): "Swaraj Dweep day return, रवि 22 नव॰ 2026, नहीं चलेगी। "
    "हम आपकी वापसी राशि की जाँच कर रहे हैं और आपको फ़ोन करेंगे।",
}


@pytest.mark.parametrize(("template", "language"), WHOLE)
@pytest.mark.parametrize("spoken", ["en", "hi"])
def test_a_message_is_in_its_own_language_whatever_the_program_speaks(
    template: Template, language: str, spoken: str
) -> None:
    with speaking(spoken):
        assert message(template, language, FIELDS) == WHOLE[template, language] + END


@pytest.mark.parametrize("language", ["en", "hi"])
@pytest.mark.parametrize("own", ["", "{name}: INR {amount} back by {way}. {phone}"])
def test_an_amount_that_is_not_stated_is_not_said(language: str, own: str) -> None:
    said = message(Template.OFF_CANCELLED, language, replace(FIELDS, amount=None), own)
    assert "BT4KC2H7P" in said
    assert not any(each in said for each in ("INR", "UPI", "0.00", "{", "None"))


@pytest.mark.parametrize("language", ["en", "hi"])
def test_an_amount_is_said_without_its_way(language: str) -> None:
    said = message(Template.OFF_CANCELLED, language, replace(FIELDS, way=""))
    assert "INR 1,09,195.00" in said
    assert not any(each in said for each in ("UPI", "(", " से ", "{"))


@pytest.mark.parametrize("way", ["cash", "UPI", "card"])
def test_each_way_reads_well_after_its_amount(way: str) -> None:
    said = message(Template.OFF_CANCELLED, "en", replace(FIELDS, way=way))
    assert f"You get back INR 1,09,195.00 ({way})." in said


@pytest.mark.parametrize("language", ["en", "hi"])
@pytest.mark.parametrize("starts", ["", "Morning", "07:15 to 09:00"])
def test_a_trip_without_a_time_is_reminded_of_without_one(language: str, starts: str) -> None:
    said = message(Template.REMINDER, language, replace(FIELDS, starts=starts))
    assert "2026" in said
    assert not any(each in said for each in ("07:15", "Morning", "बजे", "{", ", ."))


def test_nothing_back_is_said_as_nothing() -> None:
    assert "INR 0.00 (UPI)." in message(Template.OFF_CANCELLED, "en", replace(FIELDS, amount=Decimal(0)))


def test_the_agency_and_its_phone_end_a_message_as_far_as_they_are_known() -> None:
    assert message(Template.OFF_OPEN, "en", replace(FIELDS, phone="")).endswith("\nCoral Coast Travels")
    bare = message(Template.OFF_OPEN, "en", replace(FIELDS, agency="", phone=""))
    assert bare.endswith("will call you.")


def test_the_agency_s_own_wording_is_used_as_it_is() -> None:
    own = "Dear {name},\n{trip} on {date} at {time} is off. {PNR}: INR {amount} by {way}. Call {phone}."
    assert message(Template.OFF_CANCELLED, "hi", FIELDS, own) == (
        "Dear Sunita Patil,\nSwaraj Dweep day return on रवि 22 नव॰ 2026 at 07:15 is off. "
        "BT4KC2H7P: INR 1,09,195.00 by UPI. Call 03192 555 014."
    )


def test_own_wording_that_names_what_is_not_known_gives_way_to_the_program_s() -> None:
    said = message(Template.REMINDER, "en", replace(FIELDS, name=""), "Dear {name}, see you.")
    assert said == WHOLE[Template.REMINDER, "en"] + END


def test_a_name_is_never_read_for_place_holders() -> None:
    fields = replace(FIELDS, trip="{phone} {x} {0.__class__}\n tour", name="{PNR}")
    assert (
        message(Template.REMINDER, "en", fields, "{name}, {trip}") == "{PNR}, {phone} {x} {0.__class__} tour"
    )


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", ""),
        ("{name} {trip} {date} {time} {PNR} {amount} {way} {phone}", ""),
        ("Dear {nmae}", "{nmae}"),
        ("{pnr}", "{pnr}"),
        ("{}", "{}"),
        ("{name", "{"),
        ("name}", "}"),
        ("{{name}}", "{"),
        ("{amount!r}", "{amount!r}"),
    ],
)
def test_what_is_no_place_holder_is_named(text: str, wrong: str) -> None:
    assert wrong_field(text) == wrong


@pytest.mark.parametrize("template", Template)
def test_the_program_s_wording_has_no_wrong_place_holder(template: Template) -> None:
    for language in ("en", "hi"):
        assert wrong_field(program_text(template, language)) == ""
    assert program_text(template, "en") != program_text(template, "hi")


MONEY = replace(FIELDS, due=FIELDS.amount, upi="coralcoast@examplebank", is_ahead=True)
OF_MONEY = {
    Template.PAYMENT: "INR 1,09,195.00 is to be paid for Swaraj Dweep day return, Sun 22 Nov 2026, 07:15. "
    "UPI: coralcoast@examplebank, note BT4KC2H7P. The code comes as a picture.",
    Template.DUES: "Still to be paid for Swaraj Dweep day return, Sun 22 Nov 2026: INR 1,09,195.00, "
    "until 22 Nov, 07:15. PNR BT4KC2H7P. At our counter or by UPI.",
}


@pytest.mark.parametrize("template", OF_MONEY)
def test_what_is_owed_is_said_with_the_sum_and_without_a_link(template: Template) -> None:
    assert message(template, "en", MONEY) == OF_MONEY[template] + END
    for own in ("", "{PNR}: INR {due}, {until}, {upi}"):
        said = message(template, "hi", replace(MONEY, is_practice=True), own)
        assert said.startswith("अभ्यास\n")
        assert all(each in said for each in ("INR 1,09,195.00", "BT4KC2H7P", "UPI" if not own else "07:15"))
        assert "upi://" not in said


def test_a_trip_that_has_left_or_has_no_time_is_paid_until_no_time() -> None:
    assert "until 22 Nov. PNR" in message(Template.DUES, "en", replace(MONEY, starts="Morning"))
    left = message(Template.DUES, "en", replace(MONEY, is_ahead=False), "{due} until {until}")
    assert "INR 1,09,195.00. PNR" in left
    # What a customer gets back is never said as what is owed.
    assert "does not run" in message(Template.OFF_CANCELLED, "en", FIELDS, "{due} is due.")


PARTY = Party(SALE, PartyState.TRAVELS, 2, "2", owed=4410_00)
UNKNOWN, CANCELLED = replace(PARTY, state=PartyState.UNKNOWN), replace(PARTY, state=PartyState.CANCELLED)
BEING_CANCELLED = replace(UNKNOWN, sale=replace(SALE, open_cancellation="C1"))
UNTESTED, OFF = replace(TILL, is_upi_tested=False), replace(TILL, is_on=False)
ALL_THREE = {Template.REMINDER, Template.PAYMENT, Template.DUES}
BY_UPI, OF_TILL = {Template.PAYMENT}, {Template.PAYMENT, Template.DUES}


@pytest.mark.parametrize(
    ("party", "till", "templates", "words"),
    [
        (PARTY, TILL, set[Template](), ""),
        (UNKNOWN, TILL, ALL_THREE, "Nobody knows yet if this is booked. Ask for no money."),
        (BEING_CANCELLED, TILL, ALL_THREE, "Nobody knows yet if this is cancelled. Ask for no money."),
        (PARTY, UNTESTED, BY_UPI, "UPI is not tested. Print the test in Settings."),
        (PARTY, OFF, OF_TILL, "The till is off, so nothing is said of money."),
        (replace(PARTY, owed=None), TILL, OF_TILL, "What is left to pay is not known."),
        (replace(PARTY, owed=0), TILL, OF_TILL, "Nothing is left to pay."),
        (replace(PARTY, sale=replace(SALE, currency="USD")), TILL, OF_TILL, "It is not owed in rupees."),
        # Also where a charge of the cancellation is left to pay.
        (CANCELLED, TILL, ALL_THREE, "It is cancelled."),
    ],
)
def test_only_what_fits_a_booking_is_offered(
    party: Party, till: TillRules, templates: set[Template], words: str
) -> None:
    found = {each: why_not(each, party, till, has_left=False, is_real=True) for each in ALL_THREE}
    assert {each: str(said) for each, said in found.items() if said} == dict.fromkeys(templates, words)
    assert "It has left." in str(why_not(Template.REMINDER, PARTY, till, has_left=True, is_real=True))

"""What is taken from an answer about a booking, and what is only shown."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from app.api.messages.answer_fields import Json
from app.api.messages.answers import QuoteAnswer, StatusAnswer
from app.desk.cancellation.refund_quote import Booking, NotAcceptedError, RefundQuote, accepted
from app.desk.model.booking import BookingState, ItemId, SeatChoice, TravellerChoice
from app.desk.service.booking_parsing import (
    booking_state,
    ids_named,
    misnamed,
    refund_stated,
    rows_as_received,
)
from tests.desk.cancellation.test_status_comparison import ARJUN, MEERA
from tests.support.desk.samples import LOOKED, later


def _status(**data: Any) -> BookingState:
    extra = data.pop("beside", {})
    return booking_state(
        StatusAnswer.model_validate({"status": "SUCCESS", "data": data, **extra}), "PNR1", {}
    )


def _person(who: str = "Arjun Nair", **more: object) -> dict[str, object]:
    return {"traveler_name": who, **more}


def _ids(*people: dict[str, object], **data: Any) -> list[ItemId | None]:
    return [each.traveller_id for each in _status(traveler_manifest=list(people), **data).travellers]


def test_words_are_kept_as_received() -> None:
    found = _status(
        booking_status="Partially Cancelled",
        payment_status="Paid",
        refund_status="HALF",
        financial_summary={"total_refunded": Decimal("12.50")},
        traveler_manifest=[
            _person(age=41, pax_gender="MALE", passenger_type="Adult", traveler_status="Boarded")
        ],
    )
    assert (found.booking_status, found.payment_status, found.refund_status) == (
        "Partially Cancelled",
        "Paid",
        "HALF",
    )
    assert found.refunded == Decimal("12.50")
    (person,) = found.travellers
    assert (person.name, person.age, person.gender, person.kind, person.status, person.traveller_id) == (
        "Arjun Nair",
        "41",
        "MALE",
        "Adult",
        "Boarded",
        None,
    )


def test_an_answer_that_states_nothing() -> None:
    assert _status() == BookingState("PNR1", "", "", "", None, ())
    assert _ids({}) == [None]


@pytest.mark.parametrize("name", ["passenger_id", "traveler_id", "traveller_id", "pax_id", "pid", "id"])
def test_numbers_stand_under_one_of_several_names(name: str) -> None:
    people: list[dict[str, object]] = [{**_person(), name: 50211}, {**_person("Meera"), name: "50212"}]
    assert _ids(*people) == [50211, 50212]


def test_the_number_of_a_traveller_goes_before_that_of_a_row() -> None:
    assert _ids(_person(id=1, passenger_id=50211)) == [50211]
    assert _ids(_person(id=1, passenger_id="")) == [1]


def test_a_bare_id_elsewhere_is_a_travellers_only_where_it_says_so() -> None:
    assert _ids(_person(), customer={"name": "Arjun Nair", "id": 77}) == [None]
    assert _ids(_person(), people=[{"passenger_name": "Arjun Nair", "id": 77}]) == [77]


def test_names_are_compared_as_people_read_them() -> None:
    escaped = {"traveler_name": "Sean O&#039;Brien", "pax_id": 7}
    found = _status(traveler_manifest=[_person("Sean O'Brien")], people=[escaped])
    assert [(each.name, each.traveller_id) for each in found.travellers] == [("Sean O'Brien", 7)]
    (person,) = _status(traveler_manifest=[escaped]).travellers
    assert person.name == "Sean O'Brien"
    choice = TravellerChoice((replace(ARJUN, name="Sean O'Brien", traveller_id=7),))
    kept = [replace(ARJUN, name="Sean O&#039;Brien", traveller_id=7)]
    assert misnamed(choice, kept, ids_named({"people": [escaped]})) == ""
    assert misnamed(choice, kept, {"Meera": 7}) == "7 is the id of Meera, not of Sean O'Brien."


@pytest.mark.parametrize("value", [0, -1, True, "", "12 x", "1" * 19, 10**18, "0", None, [5], "\u0661"])
def test_what_is_no_number_is_not_taken_for_one(value: object) -> None:
    assert _ids(_person(passenger_id=value)) == [None]


@pytest.mark.parametrize(
    "value", ["0050211", "65a1f0c2e4b0a1b2c3d4e5f6", "5f0c2a6e-91d4-4b7f-8e3a-00000000c423"]
)
def test_an_id_that_is_a_text_stays_as_it_came(value: str) -> None:
    assert _ids(_person(id=value)) == [value]
    assert _ids(_person(), people=[{"passenger_name": "Arjun Nair", "pid": value}]) == [value]


def test_the_number_of_a_document_is_no_id_of_a_traveller() -> None:
    assert _ids(_person(id="Z1234567")) == [None]
    assert _ids(_person(passenger_id="P-7")) == ["P-7"]


def test_a_number_that_two_people_have_is_not_used() -> None:
    assert _ids(_person(passenger_id=5), _person("Meera", passenger_id=5)) == [None, None]


def test_a_person_who_came_twice_alike_stands_once() -> None:
    both = _person(passenger_id=5), _person("Meera", passenger_id=6)
    assert _ids(*both, *both) == [5, 6]
    assert _ids(both[0], {**both[0], "age": 9}) == [None, None]
    assert _ids(_person(), _person()) == [None, None]


def test_numbers_beside_the_names_are_found_elsewhere_in_the_answer() -> None:
    people = [{"traveler_name": "Meera", "pax_id": 7}, {"traveler_name": "Arjun Nair", "pax_id": 8}]
    assert _ids(_person(), _person("Meera"), seats={"people": people}) == [8, 7]
    assert _ids(_person(), beside={"people": people}) == [8]


def test_numbers_elsewhere_are_not_taken_when_it_is_not_clear_whose_they_are() -> None:
    twice = [{"traveler_name": "Arjun Nair", "pax_id": 7}, {"traveler_name": "Arjun Nair", "pax_id": 8}]
    assert _ids(_person(), people=twice) == [None]
    assert _ids(_person(), _person(), people=twice[:1]) == [None, None]
    assert _ids(
        _person(), people=[7, {"traveler_name": 3, "pax_id": 1}, {"traveler_name": "Arjun Nair"}]
    ) == [None]


def _stated(**fields: Json) -> tuple[Decimal | None, ...]:
    return refund_stated(QuoteAnswer(fields))


def test_amounts_are_taken_under_the_names_of_the_interface() -> None:
    summary: Json = {
        "net_agent_refund_credited": Decimal("90.00"),
        "platform_cancellation_charge": 10,
        "amount_debited": "100.00",
    }
    assert _stated(pricing_summary=summary) == (Decimal("90.00"), Decimal(10), Decimal("100.00"))


@pytest.mark.parametrize(
    "sent", ["1,250.00", "\u20b9 1250.00", "Rs. 1,250/-", Decimal("1249.99999999999977"), 1250]
)
def test_an_amount_is_read_in_any_spelling_with_one_meaning(sent: Json) -> None:
    assert _stated(net_agent_refund=sent)[0] == 1250


@pytest.mark.parametrize(
    "value", ["1.250", "12,50", True, None, "about 90", "-5", Decimal(-5), "1e3", "9" * 16, []]
)
def test_what_is_no_amount_is_not_stated(value: Json) -> None:
    assert _stated(net_agent_refund=value) == (None, None, None)


def test_two_amounts_are_not_stated() -> None:
    assert _stated(net_agent_refund=Decimal(1), inner={"net_agent_refund": Decimal(2)})[0] is None
    assert _stated(refund=Decimal(90)) == (None, None, None)


def test_every_field_is_shown_as_received() -> None:
    answer = QuoteAnswer({"refund": Decimal("90.00"), "more": [{"ok": True}, None], "words": "x" * 600})
    assert rows_as_received(answer) == (
        ("refund", "90.00"),
        ("more 1.ok", "true"),
        ("more 2", "null"),
        ("words", "x" * 500),
    )
    many = rows_as_received(QuoteAnswer({str(number): number for number in range(70)}))
    assert len(many) == 61
    assert many[-1] == ("and 10 more", "")


STATE = BookingState("PNR1", "Confirmed", "Paid", "NONE", None, (ARJUN, MEERA))


def _quote(refund: Decimal | None = Decimal(90), *, is_changed: bool = False) -> RefundQuote:
    return RefundQuote(
        intent_id="i",
        booking=Booking("PNR1", is_boat=False, qty=2),
        choice=SeatChoice(1),
        before=STATE,
        refund=refund,
        charge=None,
        debited=None,
        as_received=(),
        wallet=None,
        quoted=LOOKED,
        is_changed=is_changed,
    )


def test_a_quote_stands_for_its_choice_for_two_minutes() -> None:
    assert accepted(_quote(), SeatChoice(1), later(120), has_read=False, reason=" ill ").reason == "ill"
    with pytest.raises(NotAcceptedError, match="another choice"):
        accepted(_quote(), SeatChoice(2), LOOKED, has_read=True)
    with pytest.raises(NotAcceptedError, match="older than 2 minutes"):
        accepted(_quote(), SeatChoice(1), later(121), has_read=True)
    with pytest.raises(NotAcceptedError, match="older than 2 minutes"):
        accepted(_quote(), SeatChoice(1), later(-1), has_read=True)


@pytest.mark.parametrize("quote", [_quote(None), _quote(is_changed=True)], ids=["not stated", "changed"])
def test_what_is_not_as_usual_must_be_ticked(quote: RefundQuote) -> None:
    with pytest.raises(NotAcceptedError, match="Tick"):
        accepted(quote, quote.choice, LOOKED, has_read=False)
    assert accepted(quote, quote.choice, LOOKED, has_read=True).quote is quote


def test_whether_all_of_it_goes() -> None:
    assert not _quote().is_whole
    assert TravellerChoice((ARJUN, MEERA)).ids == (1, 2)

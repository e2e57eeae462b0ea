"""The rules of a basket: what is in it, in which order it is booked, and what of it may be kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.desk.basket import basket as rules
from app.desk.basket.basket import BasketCustomer
from app.desk.basket.values import Basket, Cover, ItemLook
from app.desk.model.activities import ActivityDraft
from app.desk.model.boats import BoatDraft, Passenger
from app.desk.model.sale import Advice, Draft
from app.desk.model.wallet_split import split
from app.desk.passengers.doubts import as_it_is
from app.desk.sale.pricing import price
from app.desk.service.cutoffs import travel_day
from tests.support.canaries import found, slices
from tests.support.desk.boat_samples import (
    ARJUN,
    BOAT_DRAFT,
    COPY,
    DEPARTURE,
    ISHAAN,
    JANA,
    MEERA,
    RATES,
    TOMORROW,
)
from tests.support.desk.samples import DRAFT, NOW, SLOT, TODAY, WALLET

LATER = NOW + timedelta(minutes=3)
VOGEL = BasketCustomer("Jana Vogel", "9000011111", "jana@example.com", "+4915112345")
PEOPLE = (ARJUN, MEERA, ISHAAN, JANA)


def basket_of(*drafts: Draft) -> Basket:
    """A basket with these sales, in their order."""
    items = (item for each in drafts for item in rules.begun(each, NOW).items)
    return replace(rules.begun(drafts[0], NOW), items=tuple(items))


def dive(*, seats: int | None = 11, qty: int = 2, day: date = TODAY, closes: datetime | None = None) -> Draft:
    """An activity with so many seats left, that closes then."""
    slot = replace(SLOT, seats=seats, day=day, closes_at=closes, availability_id=9001 + (seats or 0))
    return replace(DRAFT, slot=slot, qty=qty)


def trip(
    *, seats: int | None = 118, is_live: bool | None = True, people: int = 4, day: date = TOMORROW
) -> BoatDraft:
    """A boat with so many seats, for so many people."""
    departure = replace(DEPARTURE, seats=seats, is_live=is_live, day=day, departs=None, close_days=None)
    return replace(BOAT_DRAFT, departure=departure, passengers=(ARJUN,) * people)


def booked(basket: Basket, now: datetime = NOW) -> list[Draft]:
    """The sales in the order in which they are booked."""
    return [each.draft for each in rules.booking_order(basket, now)]


def test_the_first_sale_begins_a_basket_and_others_follow() -> None:
    basket = basket_of(DRAFT, BOAT_DRAFT, DRAFT)
    assert [each.draft for each in basket.items] == [DRAFT, BOAT_DRAFT, DRAFT]
    assert len({each.key for each in basket.items} | {basket.key}) == 4
    assert (basket.changed_at, basket.is_clerks_order) == (NOW, False)
    assert all(not each.intent_id for each in basket.items)
    assert rules.begun(DRAFT, NOW).key != rules.begun(DRAFT, NOW).key


def test_an_item_is_changed_in_its_place_and_keeps_its_key_and_intent() -> None:
    basket = basket_of(DRAFT, BOAT_DRAFT)
    first, second = basket.items
    basket = replace(basket, items=(replace(first, intent_id="i"), second))
    changed = rules.with_draft(basket, replace(DRAFT, qty=3), LATER, first.key)
    assert [each.draft.qty for each in changed.items] == [3, 4]
    assert (changed.items[0].key, changed.items[0].intent_id) == (first.key, "i")
    assert changed.changed_at == LATER
    # An item that is gone by now comes as a new one.
    again = rules.with_draft(rules.without(basket, first.key, NOW), DRAFT, LATER, first.key)
    assert [each.draft.qty for each in again.items] == [BOAT_DRAFT.qty, DRAFT.qty]


def test_an_item_is_taken_out_by_its_key() -> None:
    basket = basket_of(DRAFT, BOAT_DRAFT)
    left = rules.without(basket, basket.items[0].key, LATER)
    assert (left.items, left.changed_at) == (basket.items[1:], LATER)
    assert rules.without(basket, "nobody", LATER).items == basket.items


@pytest.mark.parametrize(
    ("place", "by", "order"),
    [
        (0, 1, [1, 0, 2]),
        (0, -1, [0, 1, 2]),
        (2, 1, [0, 1, 2]),
        (2, -1, [0, 2, 1]),
        (1, -1, [1, 0, 2]),
    ],
)
def test_a_clerk_moves_one_item_in_the_order_on_screen(place: int, by: int, order: list[int]) -> None:
    basket = basket_of(DRAFT, BOAT_DRAFT, dive())
    keys = [each.key for each in basket.items]
    moved = rules.moved(basket, keys, keys[place], by, LATER)
    assert [each.key for each in moved.items] == [keys[each] for each in order]
    assert (moved.is_clerks_order, moved.changed_at) == (True, LATER)
    assert rules.booking_order(moved, NOW) == moved.items


def test_a_move_begins_at_the_order_on_screen_and_loses_no_item() -> None:
    basket = basket_of(DRAFT, BOAT_DRAFT, dive())
    one, two, three = (each.key for each in basket.items)
    assert [each.key for each in rules.moved(basket, [three, one, two], two, -1, NOW).items] == [
        three,
        two,
        one,
    ]
    # What came meanwhile follows, and what went is not made again.
    assert [each.key for each in rules.moved(basket, ["gone", two, one], one, -1, NOW).items] == [
        one,
        two,
        three,
    ]


@given(st.permutations(range(5)), st.integers(0, 4), st.sampled_from([-1, 1]))
def test_whatever_is_moved_every_item_stays_once(order: list[int], place: int, by: int) -> None:
    basket = basket_of(*[DRAFT] * 5)
    keys = [basket.items[each].key for each in order]
    moved = [each.key for each in rules.moved(basket, keys, keys[place], by, NOW).items]
    assert sorted(moved) == sorted(keys)
    rest = keys[:place] + keys[place + 1 :]
    assert [each for each in moved if each != keys[place]] == rest
    assert moved.index(keys[place]) == max(0, min(4, place + by))


def test_the_customer_is_that_of_the_first_item_and_is_changed_in_all() -> None:
    basket = basket_of(BOAT_DRAFT, DRAFT)
    assert rules.customer_of(basket) == ("Arjun Nair", "9845012377", "arjun.nair@example.com", "")
    changed = rules.for_customer(basket, VOGEL, LATER)
    assert rules.customer_of(changed) == VOGEL
    assert {each.draft.customer_phone for each in changed.items} == {VOGEL.phone}
    assert {each.draft.whole_phone for each in changed.items} == {VOGEL.whole_phone}
    assert changed.changed_at == LATER
    assert [each.key for each in changed.items] == [each.key for each in basket.items]
    assert rules.customer_of(Basket("k", NOW)) == ("", "", "", "")


def test_the_party_is_that_of_which_the_most_people_are_known() -> None:
    blank = (Passenger(), Passenger(nationality="INDIAN"))
    few = replace(BOAT_DRAFT, passengers=(ARJUN, *blank * 3))
    many = replace(BOAT_DRAFT, passengers=(ARJUN, MEERA, ISHAAN))
    newer = replace(BOAT_DRAFT, passengers=(JANA, MEERA, ISHAAN))
    nobody = replace(BOAT_DRAFT, passengers=blank)
    assert rules.party_of(basket_of(few, many, nobody)) is many
    assert rules.party_of(basket_of(many, newer, few)) is newer
    assert rules.party_of(basket_of(nobody, DRAFT)) is None
    assert rules.party_size(basket_of(nobody, few, DRAFT)) == 7
    assert rules.party_size(Basket("k", NOW)) == 0


def test_the_names_in_a_basket_are_those_of_customer_and_travellers() -> None:
    assert list(rules.names_in(basket_of(DRAFT, BOAT_DRAFT))) == [
        "Priya Raman",
        *(each.traveler_name for each in PEOPLE),
    ]


def test_the_next_activity_begins_with_the_customer_and_seats_for_the_party() -> None:
    fresh = ActivityDraft(DRAFT.offer, SLOT)
    draft = rules.next_sale(basket_of(BOAT_DRAFT), fresh)
    assert (draft.qty, draft.customer_name, draft.customer_phone) == (4, "Arjun Nair", "9845012377")
    assert rules.next_sale(basket_of(replace(DRAFT, qty=0)), fresh).qty == 1


def test_the_next_boat_begins_with_the_party_for_its_own_day() -> None:
    born = replace(ARJUN, age="11", born=date(2014, 11, 29))
    before = replace(BOAT_DRAFT, passengers=(born, JANA), customer_is_first=True)
    later = replace(DEPARTURE, day=date(2026, 11, 30), identity=None)
    counted = (Passenger(counted=RATES[0]),) * 3
    draft = rules.next_sale(basket_of(DRAFT, before), BoatDraft(later, counted))
    assert isinstance(draft, BoatDraft)
    assert [(each.traveler_name, each.age) for each in draft.passengers] == [
        ("Arjun Nair", "12"),
        (JANA.traveler_name, "34"),
    ]
    # Whose age was stated is asked again where the fare may differ.
    assert draft.passengers[1].aged_on == TOMORROW
    assert draft.departure is later
    # The documents are there in case this trip or a later one asks for them.
    assert draft.passengers[1].document is COPY
    assert (draft.customer_name, draft.customer_is_first) == ("Arjun Nair", True)
    assert draft.customer_phone == DRAFT.customer_phone


def test_the_next_boat_of_people_who_are_not_known_has_a_row_for_each() -> None:
    draft = rules.next_sale(basket_of(replace(DRAFT, qty=3)), BoatDraft(DEPARTURE))
    assert isinstance(draft, BoatDraft)
    assert draft.passengers == (Passenger(),) * 3
    counted = (Passenger(nationality="INDIAN"),) * 5
    more = rules.next_sale(basket_of(replace(DRAFT, qty=3)), BoatDraft(DEPARTURE, counted))
    assert isinstance(more, BoatDraft)
    assert more.passengers == counted
    assert more.customer_name == "Priya Raman"


def test_a_party_of_which_not_all_are_known_keeps_a_row_for_each_who_was_counted() -> None:
    before = replace(BOAT_DRAFT, passengers=(ARJUN, JANA))
    basket = basket_of(replace(DRAFT, qty=3), before)
    rows = (Passenger(counted=RATES[0]),) * 3
    draft = rules.next_sale(basket, BoatDraft(DEPARTURE, rows), is_counted=True)
    assert isinstance(draft, BoatDraft)
    assert [each.traveler_name for each in draft.passengers] == [
        ARJUN.traveler_name,
        JANA.traveler_name,
        "",
    ]


@pytest.mark.parametrize(
    ("seats", "held", "is_counted", "qty"), [(1, 2, True, 1), (3, 2, True, 3), (1, 2, False, 2)]
)
def test_seats_that_were_said_are_not_those_of_the_basket(
    seats: int, held: int, qty: int, *, is_counted: bool
) -> None:
    basket = basket_of(replace(DRAFT, qty=held))
    draft = rules.next_sale(basket, ActivityDraft(DRAFT.offer, SLOT, seats), is_counted=is_counted)
    assert (draft.qty, draft.customer_name) == (qty, DRAFT.customer_name)
    rows = (Passenger(counted=RATES[0]),) * seats
    boat = rules.next_sale(basket_of(BOAT_DRAFT), BoatDraft(DEPARTURE, rows), is_counted=True)
    assert isinstance(boat, BoatDraft)
    assert (boat.passengers, boat.customer_name) == (rows, BOAT_DRAFT.customer_name)


@pytest.mark.parametrize(
    ("name", "phone", "is_another"),
    [
        ("Priya Raman", "", False),
        ("PRIYA  RAMAN", "91" + DRAFT.customer_phone, False),
        ("Somebody Else", "+91 " + DRAFT.customer_phone, False),
        ("Priya Raman", "9871112223", True),
        ("", "9871112223", True),
        ("Vikram Das", "", True),
        ("", "", False),
    ],
)
def test_a_basket_is_another_customers_by_phone_else_by_name(
    name: str, phone: str, *, is_another: bool
) -> None:
    customer = rules.BasketCustomer(name, phone, "", "")
    assert rules.is_of_another(basket_of(DRAFT), customer) is is_another
    nobodys = basket_of(replace(DRAFT, customer_name="", customer_phone=""))
    assert not rules.is_of_another(nobodys, customer)


def test_what_closes_or_fills_up_first_is_booked_first() -> None:
    soon = dive(closes=NOW + timedelta(minutes=15))
    fewest, fewer = trip(seats=5, people=4), dive(seats=12, qty=2)
    unseen = trip(is_live=False, seats=150)
    plenty, unstated = dive(seats=13, qty=2), trip(seats=None, is_live=None)
    basket = basket_of(unstated, plenty, unseen, fewer, fewest, soon)
    assert booked(basket) == [soon, fewest, fewer, unseen, plenty, unstated]
    # Nothing helps what is closed already.
    closed = replace(DRAFT, slot=replace(SLOT, closes_at=NOW, is_open=False, seats=None, day=TOMORROW))
    assert booked(basket_of(closed, plenty)) == [plenty, closed]


@pytest.mark.parametrize(
    ("closes", "is_first"), [(15 * 60, True), (15 * 60 + 1, False), (0, True), (-1, True)]
)
def test_fifteen_minutes_before_it_closes_a_trip_goes_first(closes: int, *, is_first: bool) -> None:
    soon = dive(closes=NOW + timedelta(seconds=closes))
    last_seats = trip(seats=4, people=4)
    assert booked(basket_of(last_seats, soon))[0] is (soon if is_first else last_seats)


@pytest.mark.parametrize(("seats", "is_scarce"), [(14, True), (15, False), (4, True), (3, True)])
def test_ten_seats_left_after_the_party_are_few(seats: int, *, is_scarce: bool) -> None:
    scarce, unseen = trip(seats=seats, people=4), trip(is_live=False)
    assert booked(basket_of(unseen, scarce))[0] is (scarce if is_scarce else unseen)


def test_of_equals_what_travels_first_is_booked_first_and_then_what_was_put_in_first() -> None:
    late, early = dive(day=TODAY + timedelta(days=2), seats=None), dive(seats=None)
    boat = trip(seats=None, day=TODAY)
    assert booked(basket_of(late, early, boat)) == [early, boat, late]
    few_late, few_early = trip(seats=6, day=TOMORROW + timedelta(days=1)), trip(seats=6)
    assert booked(basket_of(few_late, few_early)) == [few_early, few_late]
    unseen_late, unseen = trip(is_live=False, day=TOMORROW + timedelta(days=1)), trip(is_live=False)
    assert booked(basket_of(unseen_late, unseen)) == [unseen, unseen_late]
    soon = [dive(day=TODAY + timedelta(days=each), closes=NOW, seats=90 + each) for each in (1, 0)]
    assert booked(basket_of(*soon)) == soon[::-1]


def test_a_boat_closes_with_its_day_of_booking_or_when_it_leaves() -> None:
    leaves = replace(
        BOAT_DRAFT,
        departure=replace(DEPARTURE, day=NOW.date(), departs=LATER.time(), close_days=0),
    )
    assert booked(basket_of(trip(seats=4, people=4), leaves))[0] is leaves
    closed = replace(leaves, departure=replace(leaves.departure, is_open=False))
    assert booked(basket_of(trip(is_live=False), closed))[1] is closed


def test_an_activity_without_a_slot_has_its_place_too() -> None:
    bare = replace(DRAFT, slot=None)
    assert set(map(type, booked(basket_of(bare, BOAT_DRAFT)))) == {ActivityDraft, BoatDraft}
    assert not rules.doubles(basket_of(bare, bare), basket_of(bare).items[0])


_ANY = st.one_of(
    st.builds(
        dive,
        seats=st.one_of(st.none(), st.integers(1, 40)),
        qty=st.integers(1, 9),
        day=st.dates(TODAY, TODAY + timedelta(days=9)),
        closes=st.one_of(st.none(), st.integers(-9, 60).map(lambda each: NOW + timedelta(minutes=each))),
    ),
    st.builds(
        trip,
        seats=st.one_of(st.none(), st.integers(1, 40)),
        is_live=st.sampled_from([True, False, None]),
        people=st.integers(1, 9),
        day=st.dates(TOMORROW, TOMORROW + timedelta(days=9)),
    ),
)


@given(st.lists(_ANY, min_size=1, max_size=8))
def test_the_order_is_a_total_one_whatever_the_trips(drafts: Sequence[Draft]) -> None:
    basket = basket_of(*drafts)
    ordered = booked(basket)
    assert sorted(map(id, ordered)) == sorted(map(id, drafts))
    ranks = [_rank(each) for each in ordered]
    assert ranks == sorted(ranks)
    days = [(rank, travel_day(each)) for rank, each in zip(ranks, ordered, strict=True)]
    assert days == sorted(days, key=lambda each: (each[0], each[1] or date.min))


def _rank(draft: Draft) -> tuple[int, int]:
    """The rank as the design states it: closing, scarce by the seats left, unseen, the rest."""
    if isinstance(draft, ActivityDraft):
        assert draft.slot is not None
        if draft.slot.closes_at is not None and draft.slot.closes_at <= NOW + timedelta(minutes=15):
            return 1, 0
        seats, is_unseen = draft.slot.seats, False
    else:
        seats = draft.departure.seats if draft.departure.is_live else None
        is_unseen = draft.departure.is_live is False
    if seats is not None and seats - draft.qty <= 10:
        return 2, seats - draft.qty
    return (3, 0) if is_unseen else (4, 0)


def test_the_wallet_covers_item_after_item_until_one_is_short() -> None:
    wallet = replace(WALLET, cash=Decimal(1000), credit_left=Decimal(500))
    covered = rules.coverage(map(Decimal, (900, 600, 700, 1)), wallet)
    assert covered == ((Cover.COVERED, Cover.COVERED, Cover.SHORT, Cover.WAITS), 2, Decimal(700))
    assert rules.coverage(map(Decimal, (1500,)), wallet) == ((Cover.COVERED,), 1, Decimal(0))
    assert rules.coverage([], wallet) == ((), 0, Decimal(0))
    assert rules.coverage([Decimal(1)], replace(wallet, cash=Decimal(-9), credit_left=Decimal(0))) == (
        (Cover.SHORT,),
        0,
        Decimal(1),
    )


_MONEY = st.decimals(0, 5000, places=2)


@given(st.lists(_MONEY, max_size=8), _MONEY, _MONEY)
def test_what_is_covered_is_what_the_wallet_could_pay_at_once(
    payables: list[Decimal], cash: Decimal, credit: Decimal
) -> None:
    wallet = replace(WALLET, cash=cash, credit_left=credit)
    found_ = rules.coverage(payables, wallet)
    could = [split(sum(payables[: count + 1], Decimal(0)), wallet).missing for count in range(len(payables))]
    assert len(found_.covers) == len(payables)
    assert found_.covered == next((at for at, missing in enumerate(could) if missing), len(payables))
    assert found_.missing == next((missing for missing in could if missing), Decimal(0))
    assert found_.covers.count(Cover.SHORT) == (found_.missing > 0)
    assert all(each is Cover.WAITS for each in found_.covers[found_.covered + 1 :])


def test_the_customer_pays_the_sum_when_every_price_is_known_and_of_one_currency() -> None:
    dives = rules.customer_pays([DRAFT])
    both = rules.customer_pays([DRAFT, replace(DRAFT, qty=1)])
    assert dives == Decimal("7980.00")
    assert both == Decimal("11970.00")
    assert rules.customer_pays([DRAFT, replace(DRAFT, slot=None)]) is None
    assert rules.customer_pays([DRAFT, replace(DRAFT, slot=replace(SLOT, currency="USD"))]) is None
    assert rules.customer_pays([]) == Decimal(0)


def test_the_same_trip_of_one_customer_is_twice_in_the_basket() -> None:
    basket = basket_of(DRAFT, DRAFT, replace(DRAFT, qty=1), BOAT_DRAFT)
    first, second, third, _ = (each.key for each in basket.items)
    found = [rules.doubles(basket, each) for each in basket.items]
    assert found == [[second, third], [first, third], [first, second], []]
    days = basket_of(DRAFT, replace(DRAFT, slot=replace(SLOT, day=TOMORROW)))
    assert not any(rules.doubles(days, each) for each in days.items)


def test_an_obstacle_is_what_the_look_says() -> None:
    assert ItemLook("k").obstacle == ""
    assert ItemLook("k", advice=Advice("Closed.", "Nothing.", "Go.")).obstacle == "Closed."


def test_nothing_that_stands_in_a_document_is_kept() -> None:
    person = as_it_is(replace(JANA, id_number="C4VX8T2K1-X"), "id_number")
    person = as_it_is(replace(person, id_type="KARTE C4VX8T2K1"), "id_type")
    # Typed into the wrong cell, said to be right, and then corrected.
    person = as_it_is(replace(person, traveler_name="C4VX8T2K1"), "traveler_name")
    person = as_it_is(replace(person, traveler_name="Jana 2. Vogel "), "traveler_name")
    person = replace(person, born=date(1992, 3, 4))
    draft = replace(BOAT_DRAFT, passengers=(ARJUN, person))
    kept = rules.without_documents(draft)
    assert isinstance(kept, BoatDraft)
    first, second = kept.passengers
    assert first == replace(ARJUN, id_number="")
    assert second == Passenger(
        "Jana 2. Vogel ", "34", "FEMALE", "GERMAN", as_is=frozenset({("traveler_name", "Jana 2. Vogel")})
    )
    assert (second.born, second.document) == (None, None)
    assert (kept.customer_name, kept.departure) == (draft.customer_name, draft.departure)
    assert rules.without_documents(DRAFT) is DRAFT
    written = repr(kept.passengers) + repr([each.as_is for each in kept.passengers])
    secrets = {"number": b"C4VX8T2K1", **slices("copy", COPY.data)}
    assert found(written.encode(), secrets) == set()


_CELL = st.text(max_size=8)


@given(
    person=st.builds(Passenger, *[_CELL] * 6),
    as_is=st.frozensets(st.tuples(st.sampled_from(["traveler_name", "id_type", "id_number", "age"]), _CELL)),
    has_copy=st.booleans(),
)
def test_whoever_is_kept_travels_under_the_same_name_without_a_document(
    person: Passenger, as_is: frozenset[tuple[str, str]], *, has_copy: bool
) -> None:
    person = replace(person, as_is=as_is, document=COPY if has_copy else None)
    kept = rules.without_documents(replace(BOAT_DRAFT, passengers=(person,)))
    assert isinstance(kept, BoatDraft)
    (left,) = kept.passengers
    assert (left.id_number, left.document, left.born) == ("", None, None)
    assert (left.traveler_name, left.age, left.pax_gender, left.nationality) == (
        person.traveler_name,
        person.age,
        person.pax_gender,
        person.nationality,
    )
    texts = {left.traveler_name.strip(), left.age.strip()}
    assert {text for _, text in left.as_is} <= texts
    assert rules.without_documents(kept) == kept


def test_what_a_basket_will_take_is_known_or_not() -> None:
    basket = basket_of(dive(), trip(people=1))
    first, second = basket.items
    alone = [price(each.draft) for each in basket.items]
    assert None not in alone
    assert rules.waiting_payable(None) == 0
    assert rules.waiting_payable(basket) == sum(each.payable for each in alone if each is not None)
    assert rules.waiting_payable(basket, first.key) == getattr(alone[1], "payable", None)
    assert rules.waiting_payable(replace(basket, items=(first, replace(second, intent_id="sent")))) is None
    untyped = replace(trip(), passengers=(Passenger(),))
    assert rules.waiting_payable(basket_of(untyped)) is None

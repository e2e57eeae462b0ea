"""Baskets as pure functions: what is in them, the order of booking, what the next trip begins with."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import NamedTuple

from app.desk.basket.values import Basket, BasketItem, Cover, Coverage
from app.desk.model.activities import ActivityDraft
from app.desk.model.boats import BoatDraft, Passenger
from app.desk.model.sale import Draft, Price, Wallet
from app.desk.model.wallet_split import ZERO, split
from app.desk.passengers.doubts import ID_TYPES
from app.desk.passengers.rules import IDENTITY_CELLS, carried_party, following_first
from app.desk.sale.order import fingerprint_of
from app.desk.sale.pricing import price
from app.desk.sale.sale_words import seats_left
from app.desk.service.cutoffs import closes_at, travel_day
from app.store.register.index_words import folded, phone_key

_SOON = timedelta(minutes=15)
_FEW = 10
"""Seats left after this party, up to which a trip is called scarce."""


class BasketCustomer(NamedTuple):
    """Whom a basket is for."""

    name: str
    phone: str
    email: str
    whole_phone: str


def begun(draft: Draft, now: datetime) -> Basket:
    """A new basket with this sale."""
    return Basket(uuid.uuid4().hex, now, (_item(draft),))


def with_draft(basket: Basket, draft: Draft, now: datetime, key: str = "") -> Basket:
    """The basket with one more sale, or with this one in the place of the item with this key."""
    if any(each.key == key for each in basket.items):
        changed = tuple(replace(each, draft=draft) if each.key == key else each for each in basket.items)
        return replace(basket, items=changed, changed_at=now)
    return replace(basket, items=(*basket.items, _item(draft)), changed_at=now)


def without(basket: Basket, key: str, now: datetime) -> Basket:
    """The basket without an item."""
    left = tuple(each for each in basket.items if each.key != key)
    return replace(basket, items=left, changed_at=now)


def moved(basket: Basket, keys: Sequence[str], key: str, by: int, now: datetime) -> Basket:
    """The basket in a clerk's order: `keys` is the order on screen, in which one item moves by -1 or 1."""
    order = [each for each in keys if each != key]
    order.insert(max(0, min(len(order), keys.index(key) + by)), key)
    named = {each.key: each for each in basket.items}
    rest = (each for each in basket.items if each.key not in order)
    items = (*(named[each] for each in order if each in named), *rest)
    return replace(basket, items=items, is_clerks_order=True, changed_at=now)


def for_customer(basket: Basket, customer: BasketCustomer, now: datetime) -> Basket:
    """The basket for another customer, in all of its items."""
    items = tuple(replace(each, draft=_named(each.draft, customer)) for each in basket.items)
    return replace(basket, items=items, changed_at=now)


def customer_of(basket: Basket) -> BasketCustomer:
    """The customer, from the first item; empty texts for none."""
    if not basket.items:
        return BasketCustomer("", "", "", "")
    return customer_in(basket.items[0].draft)


def party_of(basket: Basket) -> BoatDraft | None:
    """The boat of which the most people are known, the newest one of several; None when none are."""
    boats = [each.draft for each in basket.items if isinstance(each.draft, BoatDraft)]
    return max(reversed([each for each in boats if _known(each)]), key=_known, default=None)


def party_size(basket: Basket) -> int:
    """The largest number of people of one item; 0 for an empty basket."""
    return max((each.draft.qty for each in basket.items), default=0)


def names_in(basket: Basket) -> Iterator[str]:
    """The names of the customer and of everybody who travels."""
    yield customer_of(basket).name
    for item in basket.items:
        if isinstance(item.draft, BoatDraft):
            yield from (each.traveler_name for each in item.draft.passengers)


def is_of_another(basket: Basket, customer: BasketCustomer) -> bool:
    """Whether the basket is certainly of another customer than this one: by the phone, else by the name."""
    held = customer_of(basket)
    if held.phone and customer.phone:
        return phone_key(held.phone) != phone_key(customer.phone)
    return bool(held.name and customer.name) and folded(held.name) != folded(customer.name)


def next_sale(basket: Basket, chosen: Draft, *, is_counted: bool = False) -> Draft:
    """A sale that was just begun, with the customer and the party of the basket.

    Whoever said how many people (`is_counted`) gets so many, without names where the basket has another
    number. What the next trip asks of each passenger is decided by its own rules: documents that it does not
    ask for are neither shown nor sent, and are there for a later one that does.
    """
    draft = _named(chosen, customer_of(basket))
    if is_counted and draft.qty != party_size(basket):
        return draft
    if isinstance(draft, ActivityDraft):
        return replace(draft, qty=max(1, party_size(basket)))
    party = party_of(basket)
    if party is None:
        size = max(draft.qty, party_size(basket))
        blank = (Passenger() for _ in range(size - draft.qty))
        return replace(draft, passengers=(*draft.passengers, *blank))
    rows = draft if is_counted else replace(draft, passengers=(Passenger(),))
    filled = replace(draft, passengers=carried_party(party, rows))
    return following_first(filled, follows=party.customer_is_first)


def booking_order(basket: Basket, now: datetime) -> tuple[BasketItem, ...]:
    """The items in the order in which they are booked, what closes or fills up first before the rest.

    First what closes within 15 minutes, then the fewest live seats left after this party up to ten, then
    what has only a capacity, then the rest; of equals what travels first. A clerk's order goes before.
    """
    if basket.is_clerks_order:
        return basket.items
    return tuple(sorted(basket.items, key=lambda each: _urgency(each.draft, now)))


def coverage(payables: Iterable[Decimal], wallet: Wallet) -> Coverage:
    """What the wallet covers when these sums are debited one after another, as long as nobody else sells."""
    covers: list[Cover] = []
    spent, missing = ZERO, ZERO
    for payable in payables:
        if missing:
            covers.append(Cover.WAITS)
            continue
        spent += payable
        missing = split(spent, wallet).missing
        covers.append(Cover.SHORT if missing else Cover.COVERED)
    return Coverage(tuple(covers), covers.count(Cover.COVERED), missing)


def total(prices: Sequence[Price]) -> Price | None:
    """The price of all of them together; None without any, and for several currencies."""
    if not prices or len({each.currency for each in prices}) > 1:
        return None
    return Price(
        currency=prices[0].currency,
        lines=tuple(line for each in prices for line in each.lines),
        gst_percentage=prices[0].gst_percentage,
        gst_on_fare=sum((each.gst_on_fare for each in prices), ZERO),
        gst_on_net=sum((each.gst_on_net for each in prices), ZERO),
        gst_is_stated=all(each.gst_is_stated for each in prices),
    )


def customer_pays(drafts: Iterable[Draft]) -> Decimal | None:
    """What the customer pays for all of them; None when one of them has no price yet, or another currency."""
    prices = [price(each) for each in drafts]
    known = [each for each in prices if each is not None]
    whole = total(known) if len(known) == len(prices) else None
    if not prices:
        return ZERO
    return None if whole is None else whole.customer_pays


def doubles(basket: Basket, item: BasketItem) -> list[str]:
    """The keys of the other items that are the same trip for the same customer, however many travel."""
    mine = _print(item.draft)
    return [each.key for each in basket.items if mine and each.key != item.key and _print(each.draft) == mine]


def without_documents(draft: Draft) -> Draft:
    """The sale as it may be kept on this disk: no number, copy or date of birth, nor what may be a number."""
    if isinstance(draft, ActivityDraft):
        return draft
    return replace(draft, passengers=tuple(map(_without_document, draft.passengers)))


def lacks_documents(basket: Basket) -> bool:
    """Whether boats have people, but no number and no copy of any, as after they came back from the disk."""
    boats = (each.draft for each in basket.items if isinstance(each.draft, BoatDraft))
    people = [person for boat in boats for person in boat.passengers if not person.is_untouched]
    return bool(people) and not any(person.id_number or person.document for person in people)


def _without_document(person: Passenger) -> Passenger:
    return replace(
        person,
        # An unusual text may be the number, typed into the wrong cell.
        id_type=person.id_type if person.id_type in ID_TYPES else "",
        id_number="",
        document=None,
        born=None,
        earlier_born=None,
        # Nor a text that stood in a cell before.
        as_is=frozenset(
            (cell, text)
            for cell, text in person.as_is
            if cell not in IDENTITY_CELLS and text == str(getattr(person, cell)).strip()
        ),
    )


def waiting_payable(basket: Basket | None, but: str = "") -> Decimal | None:
    """What the trips of a basket will take off the wallet, in rupees, without the one of that key.

    Nothing without a basket; None where it is not known: a trip without a price yet, or one that was sent.
    """
    waiting = [each for each in basket.items if each.key != but] if basket is not None else []
    prices = [None if each.intent_id else price(each.draft) for each in waiting]
    known = [each.payable for each in prices if each is not None]
    return sum(known, ZERO) if len(known) == len(prices) else None


def _known(boat: BoatDraft) -> int:
    """The number of passengers of whom something is known."""
    return sum(not each.is_untouched for each in boat.passengers)


def customer_in(draft: Draft) -> BasketCustomer:
    """The customer of a sale; empty texts for none."""
    return BasketCustomer(draft.customer_name, draft.customer_phone, draft.customer_email, draft.whole_phone)


def _item(draft: Draft) -> BasketItem:
    return BasketItem(uuid.uuid4().hex, draft)


def _named(draft: Draft, customer: BasketCustomer) -> Draft:
    return replace(
        draft,
        customer_name=customer.name,
        customer_phone=customer.phone,
        customer_email=customer.email,
        whole_phone=customer.whole_phone,
    )


def _urgency(draft: Draft, now: datetime) -> tuple[int, int, str]:
    """The rank, the seats left after this party where they decide, and the day of travel."""
    closes, day = closes_at(draft, now), travel_day(draft)
    at = day.isoformat() if day else ""
    if closes is not None and closes - now <= _SOON:
        return 0, 0, at
    left = seats_left(draft)
    after = None if left is None else left - draft.qty
    if after is not None and after <= _FEW:
        return 1, after, at
    if isinstance(draft, BoatDraft) and draft.departure.is_live is False:
        return 2, 0, at
    return 3, 0, at


def _print(draft: Draft) -> str:
    if isinstance(draft, ActivityDraft) and draft.slot is None:
        return ""
    trip, _, phone = fingerprint_of(draft).rsplit("|", 2)
    return f"{trip}|{phone}"

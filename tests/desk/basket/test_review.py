"""What a basket comes to once it was read: what is booked next, what must be looked at, what was booked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from app.core.language import speaking
from app.desk.basket import basket as rules
from app.desk.basket.review import BasketReview
from app.desk.basket.shown_basket import shown_basket, shown_booked
from app.desk.basket.values import Basket, BasketItem, Cover, ItemLook, ItemStanding, ItemState
from app.desk.model.sale import Advice, Change, Draft, Preflight, Sale, Wallet
from app.desk.model.shown import ShownPage
from app.desk.model.wallet_split import split
from app.desk.sale.pricing import price
from tests.support.desk.boat_samples import BOAT_DRAFT
from tests.support.desk.samples import DRAFT, LOOKED, NOW, SLOT, WALLET

FARE = Change("Fare per person", "3,800.00", "4,200.00")
NET = Change("Net per person", "3,400.00", "3,500.00", is_net=True)
OTHER = replace(DRAFT, slot=replace(SLOT, slot_id=32, availability_id=9002))
FREE = replace(WALLET, cash=Decimal(100_000))


def basket_of(*drafts: Draft) -> Basket:
    """A basket with these sales under the keys "0", "1", and so on, in a clerk's order."""
    items = tuple(BasketItem(str(number), draft) for number, draft in enumerate(drafts))
    return replace(rules.begun(drafts[0], NOW), items=items, is_clerks_order=True)


def look(key: str, draft: Draft, wallet: Wallet = FREE, *changes: Change, blocked: str = "") -> ItemLook:
    """What was read of an item."""
    cost = price(draft)
    assert cost is not None
    found = Preflight(
        draft=draft,
        price=cost,
        wallet=wallet,
        split=split(cost.payable, wallet),
        changes=changes,
        blocked=blocked,
        looked=LOOKED,
        intent_id=f"intent {key}",
    )
    return ItemLook(key, found)


def sold(ref: str, *, pays: str | None = "7980.00", debited: str | None = "7140.00") -> Sale:
    """A booked sale."""
    return Sale(
        intent_id=ref,
        request_id=f"ac1-{ref}",
        state="Booked",
        is_open=False,
        title=ref,
        day=None,
        window="",
        qty=2,
        customer_name="",
        customer_phone="",
        booking_ref=ref,
        expected=None,
        debited=None if debited is None else Decimal(debited),
        currency="INR",
        wallet_before=None,
        sold_at=NOW,
        history=(),
        customer_pays=None if pays is None else Decimal(pays),
    )


def review(
    basket: Basket, *looks: ItemLook, standings: Mapping[str, ItemStanding] | None = None
) -> BasketReview:
    """The basket with what was read of it."""
    return BasketReview(basket, NOW, standings or {}, {each.key: each for each in looks})


def test_the_margin_is_without_gst_as_of_a_single_sale() -> None:
    def margin(*debited: str | None, draft: Draft = DRAFT) -> Decimal | None:
        sales = [sold(str(key), debited=each) for key, each in enumerate(debited)]
        standings = {str(key): ItemStanding(ItemState.BOOKED, each) for key, each in enumerate(sales)}
        return review(basket_of(*[draft] * 3), standings=standings).margin

    single = price(DRAFT)
    assert single is not None
    payable = str(single.payable)
    assert margin(payable, payable) == 2 * (single.fare_total - single.net_total)
    # The GST of another debit than the expected one is not known.
    assert margin(payable, "1.00") is None
    assert margin(payable, None) is None
    assert margin(payable, draft=replace(DRAFT, slot=None)) is None


def test_before_it_is_read_nothing_can_be_booked() -> None:
    found = review(basket_of(DRAFT, BOAT_DRAFT))
    assert [each.key for each in found.waiting] == ["0", "1"]
    assert not found.is_read
    assert (found.bookable, found.price, found.wallet) == ({}, None, None)
    assert found.coverage == ((), 0, 0)
    assert (found.obstacle, found.news(net_shown=True)) == ("", ())
    assert not found.is_over
    assert (found.unknown, found.booked) == (None, ())


def test_what_the_wallet_covers_in_order_is_booked_next() -> None:
    basket = basket_of(DRAFT, OTHER, BOAT_DRAFT)
    short = replace(WALLET, cash=Decimal(8_000), credit_left=Decimal(0))
    found = review(basket, look("0", DRAFT, short), look("1", OTHER, short), look("2", BOAT_DRAFT, short))
    assert found.is_read
    assert list(found.bookable) == ["0"]
    assert dict(found.covers) == {"0": Cover.COVERED, "1": Cover.SHORT, "2": Cover.WAITS}
    assert found.price is not None
    assert found.price.payable == Decimal("7140.00")
    assert found.news(net_shown=True) == ("2 trips are not booked with the others.",)
    poor = replace(short, cash=Decimal(1))
    nothing = review(basket_of(DRAFT), look("0", DRAFT, poor, blocked="The wallet cannot cover this."))
    assert nothing.obstacle == "The wallet does not cover the first trip."


def test_what_cannot_be_booked_stands_in_nobodys_way() -> None:
    basket = basket_of(DRAFT, OTHER)
    failed = ItemLook("0", advice=Advice("The slots could not be read.", "", ""))
    found = review(basket, failed, look("1", OTHER))
    assert list(found.bookable) == ["1"]
    assert found.draft(basket.items[0]) is DRAFT
    none = review(basket, failed, look("1", OTHER, blocked="Closed. Pick another slot."))
    assert none.obstacle == "The slots could not be read."


def test_what_differs_and_what_is_there_twice_must_be_looked_at() -> None:
    basket = basket_of(DRAFT, DRAFT)
    found = review(basket, look("0", DRAFT, FREE, FARE, NET), look("1", DRAFT))
    title = DRAFT.offer.title
    assert found.news(net_shown=True) == (
        f"{title}. Fare per person: 3,800.00, now 4,200.00.",
        f"{title}. Net per person: 3,400.00, now 3,500.00.",
        f"{title} is in the basket twice for the same customer.",
        f"{title} is in the basket twice for the same customer.",
    )
    again = Change("This customer has the same booking", "PNR AC7", "One more", is_again=True)
    told = review(basket_of(DRAFT), look("0", DRAFT, FREE, again)).news(net_shown=True)
    assert told == (f"{title}. This customer has the same booking: PNR AC7.",)
    hidden = found.news(net_shown=False)
    assert not any("3,500.00" in each for each in hidden)
    assert f"{title}. The wallet side changed. Press F8 to see it." in hidden
    with speaking("hi"):
        assert found.news(net_shown=True)[0] != hidden[0]


def test_what_was_sent_stands_before_what_waits() -> None:
    basket = basket_of(DRAFT, OTHER, BOAT_DRAFT)
    standings = {
        "2": ItemStanding(ItemState.BOOKED, sold("BOAT1")),
        "1": ItemStanding(ItemState.UNKNOWN, sold("LOST")),
    }
    found = review(basket, look("0", DRAFT), standings=standings)
    assert [each.key for each in found.in_order][-1] == "0"
    assert [each.booking_ref for each in found.booked] == ["BOAT1"]
    assert found.unknown is not None
    assert found.unknown.booking_ref == "LOST"
    assert not found.is_over


def test_the_sums_of_what_was_booked_are_known_or_not_said() -> None:
    basket = basket_of(DRAFT, OTHER, BOAT_DRAFT)
    standings = {
        "0": ItemStanding(ItemState.BOOKED, sold("ONE")),
        "1": ItemStanding(ItemState.BOOKED, sold("TWO", pays="20.00", debited="10.00")),
        "2": ItemStanding(ItemState.CANCELLED, sold("GONE")),
    }
    found = review(basket, standings=standings)
    assert found.is_over
    assert (found.customer_paid, found.debited) == (Decimal("8000.00"), Decimal("7150.00"))
    unsaid = {**standings, "1": ItemStanding(ItemState.BOOKED, sold("TWO", debited=None))}
    assert review(basket, standings=unsaid).debited is None
    unpriced = {**standings, "1": ItemStanding(ItemState.BOOKED, sold("TWO", pays=None))}
    assert review(basket, standings=unpriced).customer_paid is None


def test_the_customer_reads_the_trips_and_the_people_along() -> None:
    basket = basket_of(DRAFT, BOAT_DRAFT)
    titles = [DRAFT.offer.title, BOAT_DRAFT.departure.name]
    unread = shown_basket(review(basket), ShownPage.CHECK)
    assert [(each.title, each.price) for each in unread.trips] == [(each, None) for each in titles]
    assert (unread.people[0].name, unread.total) == ("Arjun Nair", None)
    found = review(basket, look("0", DRAFT), look("1", BOAT_DRAFT))
    shown = shown_basket(found, ShownPage.CHECK)
    assert [each.title for each in shown.trips] == titles
    assert shown.total == rules.customer_pays([DRAFT, BOAT_DRAFT])
    assert sum(each.price or 0 for each in shown.trips) == shown.total
    alone = shown_basket(review(basket_of(DRAFT)), ShownPage.WAIT)
    assert [each.name for each in alone.people] == [DRAFT.customer_name]
    standings = {"1": ItemStanding(ItemState.BOOKED, sold("BOAT1"))}
    done = shown_booked(review(basket, standings=standings))
    assert (done.page, done.pnrs) == (ShownPage.THANKS, ("BOAT1",))
    assert len(done.trips) == 1


def test_the_customer_reads_no_price_of_what_the_wallet_does_not_cover() -> None:
    basket = basket_of(DRAFT, BOAT_DRAFT)
    cost = price(DRAFT)
    assert cost is not None
    poor = replace(WALLET, cash=cost.payable, credit_left=Decimal(0))
    found = review(basket, look("0", DRAFT, poor), look("1", BOAT_DRAFT, poor))
    shown = shown_basket(found, ShownPage.CHECK)
    assert [each.title for each in shown.trips] == [DRAFT.offer.title]
    assert shown.total == rules.customer_pays([DRAFT])


def test_the_customer_still_reads_what_was_sent() -> None:
    basket = basket_of(DRAFT, BOAT_DRAFT)
    standings = {"0": ItemStanding(ItemState.BOOKED, sold("TOUR1"))}
    found = review(basket, look("1", BOAT_DRAFT), standings=standings)
    shown = shown_basket(found, ShownPage.CHECK)
    assert next(each.price for each in shown.trips) == Decimal("7980.00")
    boat = rules.customer_pays([BOAT_DRAFT])
    assert boat is not None
    assert shown.total == Decimal("7980.00") + boat


def test_what_can_be_booked_has_no_obstacle() -> None:
    assert review(basket_of(DRAFT), look("0", DRAFT)).obstacle == ""

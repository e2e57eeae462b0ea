"""What a basket comes to once everything in it has been read again, as a value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from functools import cached_property

from app.core.language import joined, tr, trn
from app.desk.basket.basket import booking_order, coverage, doubles, total
from app.desk.basket.overlaps import overlaps
from app.desk.basket.values import (
    DONE,
    Basket,
    BasketItem,
    Cover,
    Coverage,
    ItemLook,
    ItemStanding,
    ItemState,
)
from app.desk.model.sale import Draft, Preflight, Price, Sale, Wallet
from app.desk.model.wallet_split import ZERO
from app.desk.sale.change_detection import change_words
from app.desk.sale.pricing import price
from app.desk.sale.sale_words import occasion

_NOT_SENT = ItemStanding(ItemState.WAITS)


@dataclass(frozen=True)
class BasketReview:
    """A basket with how its items stand and what was read of those that wait."""

    basket: Basket
    now: datetime
    """The service's time."""
    standings: Mapping[str, ItemStanding] = field(default_factory=dict[str, ItemStanding])
    looks: Mapping[str, ItemLook] = field(default_factory=dict[str, ItemLook])

    def standing(self, key: str) -> ItemStanding:
        """How an item stands."""
        return self.standings.get(key, _NOT_SENT)

    @cached_property
    def waiting(self) -> tuple[BasketItem, ...]:
        """What is not booked yet, in the order of booking by what was read last."""
        fresh = tuple(replace(each, draft=self.draft(each)) for each in self.basket.items)
        order = booking_order(replace(self.basket, items=fresh), self.now)
        named = {each.key: each for each in self.basket.items}
        return tuple(named[each.key] for each in order if self.standing(each.key).state is ItemState.WAITS)

    @cached_property
    def in_order(self) -> tuple[BasketItem, ...]:
        """All items: what was sent, in the order in which it was, then what waits."""
        sent = [each for each in self.basket.items if each not in self.waiting]
        return (*sorted(sent, key=lambda each: self._sent_at(each.key)), *self.waiting)

    def draft(self, item: BasketItem) -> Draft:
        """The draft of an item as it was read last."""
        look = self.looks.get(item.key)
        return item.draft if look is None or look.preflight is None else look.preflight.draft

    @property
    def is_over(self) -> bool:
        """Whether nothing of it can be booked any more, since all of it was."""
        return all(self.standing(each.key).state in DONE for each in self.basket.items)

    @property
    def is_read(self) -> bool:
        """Whether everything that waits was read again, or could not be."""
        return all(each.key in self.looks for each in self.waiting)

    @property
    def unknown(self) -> Sale | None:
        """The sale whose outcome is not known, if there is one: nothing more is sent before it is settled."""
        found = (self.standing(each.key) for each in self.basket.items)
        return next((each.sale for each in found if each.state is ItemState.UNKNOWN), None)

    @cached_property
    def booked(self) -> tuple[Sale, ...]:
        """The sales that were booked, and not cancelled as a whole since, oldest first."""
        found = (self.standing(each.key) for each in self.in_order)
        return tuple(each.sale for each in found if each.state is ItemState.BOOKED and each.sale is not None)

    @cached_property
    def wallet(self) -> Wallet | None:
        """The newest reading of the wallet."""
        read = [look.preflight.wallet for look in self.looks.values() if look.preflight is not None]
        return max(read, key=lambda each: each.read_at, default=None)

    @cached_property
    def coverage(self) -> Coverage:
        """What the wallet covers of the items that can be booked, in their order."""
        payables = [each.price.payable for each in self._able.values()]
        return Coverage((), 0, ZERO) if self.wallet is None else coverage(payables, self.wallet)

    @cached_property
    def covers(self) -> Mapping[str, Cover]:
        """Whether the wallet covers an item, by its key."""
        return dict(zip(self._able, self.coverage.covers, strict=False))

    @cached_property
    def bookable(self) -> dict[str, Preflight]:
        """What is booked next, in this order: what can be, as far as the wallet covers it."""
        return {key: each for key, each in self._able.items() if self.covers.get(key) is Cover.COVERED}

    @cached_property
    def price(self) -> Price | None:
        """The price of what is booked next."""
        return total([each.price for each in self.bookable.values()])

    @property
    def obstacle(self) -> str:
        """Why nothing can be booked next; empty when something can."""
        if self.bookable:
            return ""
        if self.coverage.missing:
            return tr("The wallet does not cover the first trip.")
        return next(filter(None, (look.obstacle for look in self.looks.values())), "")

    def news(self, *, net_shown: bool) -> tuple[str, ...]:
        """What must be looked at before booking: what differs, what is there twice, what is left out."""
        found: list[str] = []
        for item in self.waiting:
            preflight, title = self.bookable.get(item.key), occasion(item.draft).title
            if preflight is None:
                continue
            shown = (each for each in preflight.changes if net_shown or not each.is_net)
            found += (joined(". ", (title, change_words(each))) for each in shown)
            if any(each.is_net for each in preflight.changes) and not net_shown:
                found.append(joined(". ", (title, tr("The wallet side changed. Press F8 to see it."))))
            if doubles(self.basket, item):
                found.append(tr("{title} is in the basket twice for the same customer.", title=title))
        rest = len(self.waiting) - len(self.bookable)
        if rest and self.bookable:
            found.append(
                trn(
                    "{number} trip is not booked with the others.",
                    "{number} trips are not booked with the others.",
                    rest,
                )
            )
        return tuple(found)

    @cached_property
    def overlaps(self) -> tuple[str, ...]:
        """A sentence for each two trips that overlap in time, of those that wait, or were not cancelled."""
        states = ((each, self.standing(each.key).state) for each in self.in_order)
        return overlaps(self.draft(each) for each, state in states if state is not ItemState.CANCELLED)

    @cached_property
    def booked_overlaps(self) -> tuple[str, ...]:
        """The same of what was booked."""
        states = ((each, self.standing(each.key).state) for each in self.in_order)
        return overlaps(each.draft for each, state in states if state is ItemState.BOOKED)

    @property
    def customer_paid(self) -> Decimal | None:
        """What the customer pays for what is booked already; None when the price of one is not known."""
        return _sum_of_all(each.customer_pays for each in self.booked)

    @property
    def debited(self) -> Decimal | None:
        """What the wallet was debited for what is booked already; None when an answer did not state it."""
        return _sum_of_all(each.debited for each in self.booked)

    @property
    def margin(self) -> Decimal | None:
        """What the agency keeps of what is booked, without GST; None as soon as it is not known of one."""
        return _sum_of_all(
            self._margin_of(each, standing.sale)
            for each in self.in_order
            if (standing := self.standing(each.key)).state is ItemState.BOOKED and standing.sale is not None
        )

    def _margin_of(self, item: BasketItem, sale: Sale) -> Decimal | None:
        cost = price(self.draft(item))
        return None if cost is None or sale.debited is None else cost.margin(sale.debited)

    @cached_property
    def _able(self) -> dict[str, Preflight]:
        """What was read of the items that wait, in their order, without those that cannot be booked."""
        looks = ((each.key, self.looks.get(each.key)) for each in self.waiting)
        return {
            key: look.preflight
            for key, look in looks
            if look is not None and look.preflight is not None and not _is_barred(look.preflight)
        }

    def _sent_at(self, key: str) -> float:
        sale = self.standing(key).sale
        return 0.0 if sale is None else sale.sold_at.timestamp()


def _sum_of_all(amounts: Iterable[Decimal | None]) -> Decimal | None:
    """The sum; None as soon as one of them is not known, since what is left would be wrong."""
    listed = list(amounts)
    known = [each for each in listed if each is not None]
    return sum(known, ZERO) if len(known) == len(listed) else None


def _is_barred(preflight: Preflight) -> bool:
    """Whether it cannot be booked, for another reason than that the wallet does not cover it alone."""
    return bool(preflight.blocked) and not preflight.split.missing

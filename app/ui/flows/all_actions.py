"""All actions of the program, by screen."""

from __future__ import annotations

from collections.abc import Iterable

from app.core.language import mark
from app.ui.basket.actions import BASKET, BASKET_BOOKED, BASKET_BOOKED_WITH_TILL
from app.ui.bookings.actions import BOOKINGS, BOOKINGS_WITH_TILL, NOTES_SHEET, OUTCOME, OUTCOME_WITH_TILL
from app.ui.cancellation.actions import (
    CANCELLED,
    CANCELLED_WITH_TILL,
    CANCELLING,
    FIND_BOOKING,
    OPEN_CANCELLATION,
    OPEN_CANCELLATION_WITH_TILL,
)
from app.ui.catalogue.actions import ACTIVITIES, BOATS
from app.ui.connection.actions import WELCOME
from app.ui.day_close.actions import DAY_CLOSE, DAY_CLOSE_WITH_TILL
from app.ui.documents.actions import VIEWER
from app.ui.free_now.actions import FREE_NOW, WATCHING
from app.ui.handbook.actions import HANDBOOK
from app.ui.kit.basics.actions import EVERYWHERE, FIELD, KEYS, Action, Group
from app.ui.moving.actions import DECIDING, STANDING
from app.ui.passengers.actions import PASSENGERS, PASTING
from app.ui.quotations.actions import QUOTATION
from app.ui.sale.actions import BOOKED, BOOKED_WITH_TILL, REVIEW
from app.ui.settings.actions import LICENCES, SETTINGS
from app.ui.slots.actions import SLOTS
from app.ui.storm.actions import STORM_QUOTES, STORM_RUN, STORM_TOLD, STORM_TOLD_WITH_TILL
from app.ui.till.actions import (
    COUNT,
    GIVING_BACK,
    MOVES,
    OWING,
    PAYMENT,
    RECEIPT,
    RECEIPTS,
    RECORDED,
)
from app.ui.to_do.actions import TO_DO
from app.ui.travelling.actions import BOARD, ROUND
from app.ui.travelling.manifest_actions import MANIFEST
from app.ui.vouchers.actions import VOUCHER
from app.ui.wallet.actions import SENT, WALLET
from app.ui.window.actions import PALETTE


def all_actions(
    offered: Iterable[Action] = (), *, has_till: bool = True, travels: bool = True
) -> tuple[Group, ...]:
    """The actions that work everywhere, those of what is switched on as well, and those of each screen."""
    return (
        Group(mark("Everywhere"), (*EVERYWHERE, *(each for each in offered if each.keys))),
        Group(mark("Activities"), ACTIVITIES),
        Group(mark("Slots"), SLOTS),
        Group(mark("Boats"), BOATS),
        Group(mark("Free now"), FREE_NOW),
        Group(mark("Watch for seats"), WATCHING),
        Group(mark("Passengers"), PASSENGERS),
        Group(mark("Last look"), REVIEW),
        Group(mark("Booked"), BOOKED),
        Group(mark("Basket"), BASKET),
        Group(mark("Basket booked"), BASKET_BOOKED),
        Group(mark("Bookings"), BOOKINGS),
        Group(mark("Notes"), NOTES_SHEET),
        Group(mark("Another date"), DECIDING),
        Group(mark("Change of date"), STANDING),
        Group(mark("Cancel"), CANCELLING),
        Group(mark("Outcome not known"), OUTCOME),
        Group(mark("Cancel a booking of another counter"), FIND_BOOKING),
        Group(mark("Cancellation complete"), CANCELLED),
        Group(mark("Cancellation not known"), OPEN_CANCELLATION),
        Group(mark("To do"), TO_DO),
        Group(mark("Wallet"), WALLET),
        Group(mark("Day close"), DAY_CLOSE),
        Group(mark("Settings"), SETTINGS),
        Group(mark("Connect"), WELCOME),
        Group(mark("Keys"), KEYS),
        Group(mark("Search"), PALETTE),
        Group(mark("Handbook"), HANDBOOK),
        Group(mark("Voucher"), VOUCHER),
        Group(mark("Quotation"), QUOTATION),
        Group(mark("Paste rows"), PASTING),
        Group(mark("Copy of a document"), VIEWER),
        Group(mark("A field over the window"), FIELD),
        Group(mark("Entry as the service sent it"), SENT),
        Group(mark("Licences"), LICENCES),
        *(_OF_TILL if has_till else ()),
        *(_OF_TRAVELLING if travels else ()),
        *(_OF_STORM_AND_TILL if travels and has_till else ()),
    )


_OF_TRAVELLING = (
    Group(mark("Travelling"), BOARD),
    Group(mark("Messages to those who travel"), ROUND),
    Group(mark("Manifest"), MANIFEST),
    Group(mark("Storm desk: quotes"), STORM_QUOTES),
    Group(mark("Storm desk: cancelling"), STORM_RUN),
    Group(mark("Storm desk: who is told"), STORM_TOLD),
)
_OF_TILL = (
    Group(mark("Booked, with a till"), BOOKED_WITH_TILL),
    Group(mark("Basket booked, with a till"), BASKET_BOOKED_WITH_TILL),
    Group(mark("Bookings, with a till"), BOOKINGS_WITH_TILL),
    Group(mark("Outcome not known, with a till"), OUTCOME_WITH_TILL),
    Group(mark("Cancellation complete, with a till"), CANCELLED_WITH_TILL),
    Group(mark("Cancellation not known, with a till"), OPEN_CANCELLATION_WITH_TILL),
    Group(mark("Day close, with a till"), DAY_CLOSE_WITH_TILL),
    Group(mark("Take payment"), PAYMENT),
    Group(mark("Give back"), GIVING_BACK),
    Group(mark("Payment recorded"), RECORDED),
    Group(mark("Receipt"), RECEIPT),
    Group(mark("Till"), OWING),
    Group(mark("Receipts of today"), RECEIPTS),
    Group(mark("Drawer"), MOVES),
    Group(mark("Count of the drawer"), COUNT),
)
_OF_STORM_AND_TILL = (Group(mark("Storm desk: who is told, with a till"), STORM_TOLD_WITH_TILL),)

"""The preflight: product and wallet are read again before paying, and changes are found."""

from __future__ import annotations

import asyncio
import uuid
from dataclasses import replace

from app.core.frozen import frozen
from app.core.language import tr
from app.desk.model.activities import ActivityDraft, Slot
from app.desk.model.boats import BoatDraft
from app.desk.model.errors import DeskError
from app.desk.model.sale import Advice, Change, Draft, Preflight, Wallet
from app.desk.model.wallet_split import split
from app.desk.sale import change_detection
from app.desk.sale.pricing import price
from app.desk.service import advice
from app.desk.service.service_reader import ServiceReader


@frozen
class FreshOffer:
    """A draft with its slot or departure as it is now, and the changes since the clerk saw it."""

    draft: Draft
    changes: tuple[Change, ...]
    wallet: Wallet


async def look(reader: ServiceReader, draft: Draft) -> Preflight:
    """The preflight of a draft, not yet checked with the journal. Raises DeskError."""
    looked = reader.moment()
    fresh = await (_boat(reader, draft) if isinstance(draft, BoatDraft) else _activity(reader, draft))
    expected = price(fresh.draft) or price(draft)
    if expected is None:
        raise DeskError(_without_price(draft))
    return Preflight(
        draft=fresh.draft,
        price=expected,
        wallet=fresh.wallet,
        split=split(expected.payable, fresh.wallet),
        changes=fresh.changes,
        blocked="",
        # The service's time is known only after an answer.
        looked=looked._replace(service=reader.moment().service),
        intent_id=uuid.uuid4().hex,
    )


async def _activity(reader: ServiceReader, draft: ActivityDraft) -> FreshOffer:
    seen = draft.slot
    if seen is None:
        raise DeskError(
            Advice(tr("No slot is chosen."), tr(advice.NOTHING_MOVED), tr("Pick a slot."), field="slot")
        )
    day, purse = await asyncio.gather(reader.slots(draft.offer, seen.day), reader.wallet())
    now = next((each for each in day.slots if _is_same(each, seen)), None)
    slot = now or replace(seen, is_open=False, reason=day.reason or tr("No longer offered"))
    return FreshOffer(replace(draft, slot=slot), change_detection.changes(seen, slot), purse)


async def _boat(reader: ServiceReader, draft: BoatDraft) -> FreshOffer:
    departure, purse = await asyncio.gather(reader.departure(draft.departure), reader.wallet())
    fresh = replace(draft, departure=departure)
    return FreshOffer(fresh, change_detection.departure_changes(draft, fresh), purse)


def _without_price(draft: Draft) -> Advice:
    if isinstance(draft, BoatDraft):
        what, action = tr("A passenger has no fare on this trip."), tr("Look at age and nationality.")
        return Advice(what, tr(advice.NOTHING_MOVED), action, field="departure")
    what = tr("The service states no price for this slot.")
    return Advice(what, tr(advice.NOTHING_MOVED), tr("Pick another slot."), field="slot")


def _is_same(one: Slot, other: Slot) -> bool:
    return (one.availability_id, one.slot_id) == (other.availability_id, other.slot_id)

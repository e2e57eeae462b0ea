"""All other fields that the service states of an activity, without a place of their own on the screen."""

from __future__ import annotations

from app.api.messages.answers import ActivityItem
from app.core.language import tr
from app.desk.model import formats
from app.desk.model.activities import Fact


def activity_facts(item: ActivityItem) -> tuple[Fact, ...]:
    """The remaining fields of interface part 2.2 that have a value, in its order, values as sent."""
    pricing, media = item.pricing, item.media
    cutoff = item.booking.booking_cutoff if item.booking else None
    pictures = [name for name in (media.featured_image, *(media.gallery or ())) if name] if media else []
    found = [Fact(tr("Pictures"), ", ".join(dict.fromkeys(pictures)))]
    if pricing is not None:
        offer, net = pricing.offer_price, pricing.net_price
        found += [
            Fact(tr("Offer price"), "" if offer is None else formats.amount(offer)),
            Fact(tr("Net price"), "" if net is None else formats.amount(net), is_net=True),
            Fact(tr("Price is"), " ".join(filter(None, (pricing.price_basis, pricing.price_unit)))),
            Fact(tr("Price as shown by the service"), pricing.display or ""),
            Fact(tr("Fare comes from"), pricing.price_source or ""),
            Fact(tr("Reference price comes from"), pricing.mrp_source or ""),
        ]
    if cutoff is not None:
        found += [
            Fact(tr("Booking closes by"), cutoff.type or ""),
            Fact(tr("Closing rule"), cutoff.source or ""),
        ]
    return (*(each for each in found if each.text), Fact(tr("Activity number"), str(item.activity_id)))

"""Quotations as the tests of desk and screens know them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from app.desk.model.sale import Draft
from app.desk.quotations.quotation import Quotation, quoted_trip
from tests.support.desk.voucher_samples import ACTIVITY, BOAT, BRANDING

READ_AT = datetime(2026, 11, 21, 10, 48, 30, tzinfo=UTC)


def quotation(*drafts: Draft) -> Quotation:
    """The quotation of these drafts, the prices of each read some minutes after the one before."""
    named = drafts[0]
    read = [quoted_trip(each, READ_AT + place * timedelta(minutes=8)) for place, each in enumerate(drafts)]
    return Quotation(
        number=32,
        trips=tuple(each for each in read if each is not None),
        branding=BRANDING,
        written_at=READ_AT + timedelta(minutes=9),
        customer_name=named.customer_name,
        customer_phone=named.customer_phone,
        customer_email=named.customer_email,
        clerk="Asha Rao",
    )


BOAT_QUOTATION = quotation(BOAT)
ACTIVITY_QUOTATION = quotation(ACTIVITY)
WHOLE_QUOTATION = quotation(BOAT, ACTIVITY, BOAT)
HINDI_QUOTATION = replace(WHOLE_QUOTATION, branding=replace(BRANDING, language="hi"))

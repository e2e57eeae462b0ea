"""What a voucher says, kept with its sale, so that one printed later says the same.

It is private: erased with the customer. Of documents it has what is on paper, the kind and the last four.
"""

from __future__ import annotations

import json
from functools import cache

from pydantic import TypeAdapter, ValidationError

from app.desk.model.office_rules import Branding
from app.desk.model.sale import Draft, KeptWords, Price
from app.desk.payment.order import PEOPLE, WORDS
from app.desk.vouchers.voucher import Voucher, VoucherTraveller, ordered_voucher
from app.store.journal.hash_chain import Facts

_NOT_KEPT = ("booking_ref", "branding", "travellers")
"""Known only later, the agency's own, and kept apart."""


@cache
def _words() -> TypeAdapter[Voucher]:
    return TypeAdapter(Voucher)


@cache
def _people() -> TypeAdapter[tuple[VoucherTraveller, ...]]:
    return TypeAdapter(tuple[VoucherTraveller, ...])


def words_of(draft: Draft, price: Price, branding: Branding) -> tuple[Facts, Facts]:
    """The private facts with what the voucher of a draft says, and those with who travels."""
    voucher = ordered_voucher(draft, price, branding)
    words = _words().dump_json(voucher, exclude=set(_NOT_KEPT), exclude_defaults=True)
    people = _people().dump_json(voucher.travellers, exclude_defaults=True)
    return {WORDS: words.decode()}, ({PEOPLE: people.decode()} if voucher.travellers else {})


def kept_voucher(kept: KeptWords, branding: Branding) -> Voucher:
    """The voucher with all that was kept of it; an empty one when nothing was, or it cannot be read."""
    bare = {"booking_ref": "", "is_boat": False, "title": "", "qty": 0, "branding": branding}
    try:
        words = {**json.loads(kept.words or "{}"), "travellers": _people().validate_json(kept.people or "[]")}
        return _words().validate_python(bare | words)
    except (ValueError, TypeError, ValidationError):
        return _words().validate_python(bare)

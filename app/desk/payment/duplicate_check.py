"""Whether this counter has made or tried the same sale before, by what its journal still has."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.core.frozen import frozen
from app.store.journal.attempt import Attempt
from app.store.journal.hash_chain import Facts
from app.store.journal.states import Kind
from app.store.register.index_words import phone_key, phone_spellings

MARK = "mark"
"""The fact by which a sale is recognised when its private facts are lost."""
_SOLD = {
    Kind.CREATE: ("module", "day", "qty", "availability_id", "schedule_id"),
    Kind.CANCEL: ("booking_ref",),
}


@frozen
class Likeness:
    """What a sale is compared by, in full and without personal data."""

    kind: Kind
    fingerprint: str
    """With the phone number, which comes last."""
    marks: frozenset[str]
    """The keyed marks of the fingerprint, by each spelling of the phone number; empty without a key."""
    facts: Facts
    """The product, without the customer."""


def likeness(kind: Kind, fingerprint: str, facts: Facts, mark: Callable[[str], str]) -> Likeness:
    """The likeness of a sale; `mark` is `Journal.mark`."""
    product, phone = _parts(fingerprint)
    spelt = (f"{product}{each}" for each in phone_spellings(phone)) if kind is Kind.CREATE else (fingerprint,)
    return Likeness(kind, fingerprint, frozenset(map(mark, spelt)), facts)


def same_sale(sale: Likeness, attempts: Sequence[Attempt]) -> Attempt | None:
    """The attempt of the same sale without a known end, or None.

    An attempt whose customer is lost counts as the same when it has the same product.
    """
    return next((each for each in attempts if each.is_open and is_same(sale, each)), None)


def is_same(sale: Likeness, attempt: Attempt) -> bool:
    """Whether the attempt is or may be the same sale."""
    if attempt.kind is not sale.kind:
        return False
    if (kept := attempt.private.get("fingerprint")) is not None:
        return _plain(sale.kind, str(kept)) == _plain(sale.kind, sale.fingerprint)
    if is_told(sale, attempt):
        return attempt.facts.get(MARK) in sale.marks
    return all(attempt.facts.get(name) == sale.facts.get(name) for name in _SOLD[sale.kind])


def of_another_size(
    sale: Likeness, attempts: Sequence[Attempt], is_meant: Callable[[Attempt], bool]
) -> Attempt | None:
    """The newest attempt that is meant, of the same product for the same customer, with other seats."""
    names = [name for name in _SOLD[sale.kind] if name != "qty"]
    alike = (
        each
        for each in reversed(attempts)
        if is_meant(each)
        and each.kind is sale.kind
        and not is_same(sale, each)
        and all(each.facts.get(name) == sale.facts.get(name) for name in names)
        and _phone_of(str(each.private.get("fingerprint"))) == _phone_of(sale.fingerprint)
    )
    return next(alike, None)


def is_told(sale: Likeness, attempt: Attempt) -> bool:
    """Whether the journal still identifies the attempt's customer; else only its product is known."""
    if attempt.private.get("fingerprint") is not None:
        return True
    kept = str(attempt.facts.get(MARK) or "")
    return bool(kept) and _key_of(kept) in map(_key_of, sale.marks)


def _plain(kind: Kind, fingerprint: str) -> str:
    """The fingerprint, the same however the phone number of a sale is written."""
    return f"{_parts(fingerprint)[0]}{_phone_of(fingerprint)}" if kind is Kind.CREATE else fingerprint


def _phone_of(fingerprint: str) -> str:
    phone = _parts(fingerprint)[1]
    return phone_key(phone) or phone


def _parts(fingerprint: str) -> tuple[str, str]:
    """The product and the phone number."""
    product, sign, phone = fingerprint.rpartition("|")
    return product + sign, phone


def _key_of(mark: str) -> str:
    return mark.partition(":")[0]

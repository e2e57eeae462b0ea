"""The fields of an answer to a money call, wherever a script has wrapped them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias, cast

from app.api.messages.answer_fields import Json, opened
from app.api.messages.booking_answers import BookingResult, CancellationResult
from app.api.messages.json_decoding import is_array, is_object
from app.api.messages.spellings import is_nothing, reference
from app.api.messages.verdicts import Tenor, of_status, tenor_of, together
from app.core.frozen import frozen

Answer: TypeAlias = "type[BookingResult | CancellationResult]"
_Chain: TypeAlias = "tuple[dict[str, Json], ...]"

_NAMES: Mapping[Answer, tuple[str, frozenset[str]]] = {
    BookingResult: (
        "booking_ref",
        frozenset({"bookingref", "bookingreference", "pnr", "pnrno", "pnrnumber"}),
    ),
    CancellationResult: ("refund_reference", frozenset({"refundreference", "refundref"})),
}
"""The field of the reference in the interface, and the names under which scripts send it."""
_ALSO_EVIDENCE = {
    BookingResult: frozenset(
        {"bookingid", "bookingno", "bookingnumber", "reference", "ticketno", "ticketnumber", "confirmationno"}
    ),
    CancellationResult: frozenset({"refundid", "refundno"}),
}
"""Fields that are a sign of what was done when they hold something."""
_AMOUNTS = frozenset({"totaldebited", "deductedfromcash", "deductedfromcredit", "netagentrefundcredited"})
_PLACES = frozenset(
    {
        "data",
        "booking",
        "bookings",
        "result",
        "results",
        "response",
        "items",
        "payload",
        "cancellation",
        "refund",
    }
)
"""Below these a reference is the one of this order; elsewhere it may be that of anything."""
_STATES = frozenset({"bookingstatus", "paymentstatus"})
_AGAINST = frozenset({"cancelled", "canceled", "expired", "void", "unpaid", "waitlisted", "on request"})
"""States of a booking that is none, beside the words of refusal."""
_DONE = frozenset({"paid", "issued", "ticketed", "active"})
"""States of a booking in an inner `status`, beside the words of success."""
_NOTHING = frozenset({"0", "false"})
_ENVELOPE = frozenset({"status", "code", "success"})
_REFERENCE = re.compile(r"[A-Za-z0-9][A-Za-z0-9/_.-]*", re.ASCII)
_NO_REFERENCES = frozenset({"array", "object", "resource", "nan"})
_GAPS = re.compile(r"[\s_-]+")
_PAIR = re.compile(r'"([A-Za-z_-]{3,30})"\s*:\s*"?([^",}\]]{0,100})')
"""A field in what may be JSON that cannot be read."""


@frozen
class MoneyFields:
    """What an answer to a money call holds."""

    whole: dict[str, Json]
    flat: dict[str, Json]
    """The fields of the objects down to the reference in one, with the reference under its own name."""
    tenor: Tenor
    references: tuple[str, ...]
    """All different ones."""
    has_evidence: bool
    """Whether anything in it is a sign that it was done: a reference, an amount, a state, a code."""
    echoes: tuple[str, ...]
    """The numbers of requests that it names."""


class _Found(NamedTuple):
    """A field in an answer."""

    name: str
    """Without gaps, in lower case."""
    value: Json
    chain: _Chain
    """The objects down to it."""
    is_near: bool
    """Whether it stands where the result of a call does."""
    is_listed: bool
    """Whether it is one of several, as of travellers or of a ledger."""


def money_fields(fields: dict[str, Json], answer: Answer) -> MoneyFields:
    """What the object of an answer holds."""
    name, names = _NAMES[answer]
    chains: dict[str, _Chain] = {}
    everything = list(_walked(fields, (), is_near=True))
    named = [(_reference(each.value), each) for each in everything if each.name in names]
    for ref, each in sorted(named, key=lambda pair: not pair[1].is_near):
        # One that stands elsewhere proves nothing, but contradicts.
        if ref and (each.is_near or (chains and not each.is_listed)):
            chains.setdefault(ref, each.chain)
    chain = next(iter(chains.values()), (fields,))
    flat: dict[str, Json] = {each: value for part in chain for each, value in part.items()}
    flat["status"] = fields.get("status")
    if chains:
        flat[name] = next(iter(chains))
    tenor = together([_tenor(chain, answer), *_tenors_beside(everything, chain)])
    has_evidence = any(_is_evidence(each, answer) for each in everything)
    echoes = tuple(
        str(each.value) for each in everything if each.name == "requestid" and _is_stated(each.value)
    )
    return MoneyFields(fields, flat, tenor, tuple(chains), has_evidence, echoes)


def _is_evidence(found: _Found, answer: Answer) -> bool:
    """Whether a field is a sign that the order was done."""
    if found.name in _NAMES[answer][1] | _ALSO_EVIDENCE[answer] | _AMOUNTS:
        return _is_stated(found.value)
    if found.name in _STATES or (found.name.endswith("status") and len(found.chain) > 1):
        return of_status(found.value) in {Tenor.YES, Tenor.PENDING} or _word(found.value) in _DONE
    return found.name == "code" and isinstance(found.value, str) and is_settled_code(found.value)


def is_settled_code(code: str) -> bool:
    """Whether a code says that an order was settled, as those of the interface do (part 2.5 and 2.7)."""
    parts = set(code.upper().split("_"))
    return "SETTLED" in parts and not parts & {"NOT", "NEVER", "FAILED", "NON"}


def _tenors_beside(everything: list[_Found], chain: _Chain) -> Iterator[Tenor]:
    """What the other objects of an answer say against it, such as one about the payment."""
    seen = {id(part) for part in chain}
    for each in everything:
        part = each.chain[-1]
        if id(part) not in seen and not each.is_listed:
            seen.add(id(part))
            tenor = tenor_of({name: value for name, value in part.items() if not is_object(value)})
            if tenor in {Tenor.NO, Tenor.PENDING}:
                yield tenor


def is_bare(fields: Mapping[str, Json], http_status: int) -> bool:
    """Whether an answer has nothing of the envelope of the interface but what repeats its HTTP status."""
    envelope = (str(value) for name, value in fields.items() if name.casefold() in _ENVELOPE)
    return all(each == str(http_status) for each in envelope)


def evidence_in_text(body: bytes, answer: Answer) -> bool:
    """Whether bytes that are no JSON name something like a reference of a booking."""
    text = body.decode("utf-8", "replace")
    names = _NAMES[answer][1] | _ALSO_EVIDENCE[answer]
    return any(
        _GAPS.sub("", name).casefold() in names and _is_stated(value) for name, value in _PAIR.findall(text)
    )


def is_foreign(fields: Mapping[str, Json], request_id: str | None) -> bool:
    """Whether an answer names another request than this one; the case of letters does not count."""
    echo = fields.get("request_id")
    return request_id is not None and echo not in (None, "") and str(echo).casefold() != request_id.casefold()


def _tenor(chain: _Chain, answer: Answer) -> Tenor:
    """What the envelope says, and what the objects around the reference say of the booking."""
    return together([tenor_of(chain[0]), *_inner_tenors(chain, answer)])


def _inner_tenors(chain: _Chain, answer: Answer) -> Iterator[Tenor]:
    for part in chain[1:]:
        inner = tenor_of(part)
        is_done = _word(part.get("status")) in _DONE
        yield Tenor.YES if inner is Tenor.UNCLEAR and is_done else inner
    if answer is CancellationResult:
        return
    for part in chain:
        for name, value in part.items():
            if _GAPS.sub("", name).casefold() in _STATES:
                tenor = Tenor.NO if _word(value) in _AGAINST else of_status(value)
                if tenor in {Tenor.NO, Tenor.PENDING}:
                    yield tenor


def _walked(value: Json, above: _Chain, *, is_near: bool, is_listed: bool = False) -> Iterator[_Found]:
    """All fields, and the objects down to each; the decoding has limited the depth."""
    value = cast("Json", opened(value))
    if is_object(value):
        chain = (*above, value)
        for field, each in value.items():
            name = _GAPS.sub("", field).casefold()
            yield _Found(name, each, chain, is_near, is_listed)
            yield from _walked(each, chain, is_near=is_near and name in _PLACES, is_listed=is_listed)
    elif is_array(value):
        for each in value:
            yield from _walked(each, above, is_near=is_near, is_listed=is_listed or len(value) > 1)


def _is_stated(value: Json) -> bool:
    """Whether a field holds something: 0, false and words for nothing are no evidence."""
    return not is_nothing(value) and _word(value) not in _NOTHING and value not in (0, False)


def _reference(value: Json) -> str:
    """A reference as text, also from an integer, whose digits it is; empty when it cannot be one."""
    try:
        found = reference(value)
    except ValueError:
        return ""
    if found is None or not _REFERENCE.fullmatch(found) or not found.strip("0/_.-"):
        return ""
    # "Array", "error", "true": what scripts write where they have none.
    return "" if found.casefold() in _NO_REFERENCES or of_status(found) is not Tenor.UNCLEAR else found


def _word(value: Json) -> str:
    return _GAPS.sub(" ", value).strip().casefold() if isinstance(value, str) else ""

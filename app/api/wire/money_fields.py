"""The fields of an answer to a money call, wherever a script has wrapped them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias, cast

from app.api.messages.answer_fields import Json, opened
from app.api.messages.booking_answers import BookingResult, CancellationResult
from app.api.messages.json_decoding import is_array, is_object
from app.api.messages.spellings import is_nothing, reference
from app.api.messages.verdicts import Tenor, of_status, tenor_of, together

Answer: TypeAlias = "type[BookingResult | CancellationResult]"

_NAMES: Mapping[Answer, tuple[str, frozenset[str]]] = {
    BookingResult: (
        "booking_ref",
        frozenset({"bookingref", "bookingreference", "pnr", "pnrno", "pnrnumber"}),
    ),
    CancellationResult: ("refund_reference", frozenset({"refundreference", "refundref"})),
}
"""The field of the reference in the interface, and the names under which scripts send it."""
_ALSO_EVIDENCE = {BookingResult: frozenset({"bookingid"}), CancellationResult: frozenset[str]()}
_STATES = frozenset({"bookingstatus", "paymentstatus"})
_AGAINST = frozenset({"cancelled", "canceled", "expired", "void", "unpaid", "waitlisted", "on request"})
"""States of a booking that is none, beside the words of refusal."""
_DONE = frozenset({"paid", "issued", "ticketed", "active"})
"""States of a booking in an inner `status`, beside the words of success."""
_NOTHING = frozenset({"0", "false"})
_ENVELOPE = frozenset({"status", "code", "success"})
_GAPS = re.compile(r"[\s_-]+")
_PAIR = re.compile(r'"([A-Za-z_-]{3,30})"\s*:\s*"?([^",}\]]{0,100})')
"""A field in what may be JSON that cannot be read."""


@dataclass(frozen=True, slots=True)
class MoneyFields:
    """What an answer to a money call holds."""

    whole: dict[str, Json]
    flat: dict[str, Json]
    """The fields of the objects down to the reference in one, with the reference under its own name."""
    tenor: Tenor
    references: tuple[str, ...]
    """All different ones."""
    has_evidence: bool
    """Whether any field of a reference or a number of a booking holds something."""

    @property
    def is_bare(self) -> bool:
        """Whether it has nothing of the envelope of the interface."""
        return not _ENVELOPE & {name.casefold() for name in self.whole}


def money_fields(fields: dict[str, Json], answer: Answer) -> MoneyFields:
    """What the object of an answer holds."""
    name, names = _NAMES[answer]
    found: dict[str, tuple[dict[str, Json], ...]] = {}
    has_evidence = False
    for field, value, chain in _walked(fields, ()):
        if field in names | _ALSO_EVIDENCE[answer] and _is_stated(value):
            has_evidence = True
            named = _reference(value) if field in names else ""
            if named:
                found.setdefault(named, chain)
    chain = next(iter(found.values()), (fields,))
    flat: dict[str, Json] = {each: value for part in chain for each, value in part.items()}
    flat["status"] = fields.get("status")
    if found:
        flat[name] = next(iter(found))
    return MoneyFields(fields, flat, _tenor(chain, answer), tuple(found), has_evidence)


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


def _tenor(chain: tuple[dict[str, Json], ...], answer: Answer) -> Tenor:
    """What the envelope says, and what the objects around the reference say of the booking."""
    return together([tenor_of(chain[0]), *_inner_tenors(chain, answer)])


def _inner_tenors(chain: tuple[dict[str, Json], ...], answer: Answer) -> Iterator[Tenor]:
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


def _walked(
    value: Json, above: tuple[dict[str, Json], ...]
) -> Iterator[tuple[str, Json, tuple[dict[str, Json], ...]]]:
    """All fields with their plain names, and the objects down to each; the decoding has limited the depth."""
    value = cast("Json", opened(value))
    if is_object(value):
        chain = (*above, value)
        for name, each in value.items():
            yield _GAPS.sub("", name).casefold(), each, chain
            yield from _walked(each, chain)
    elif is_array(value):
        for each in value:
            yield from _walked(each, above)


def _is_stated(value: Json) -> bool:
    """Whether a field holds something: 0, false and words for nothing are no evidence."""
    return not is_nothing(value) and _word(value) not in _NOTHING and value not in (0, False)


def _reference(value: Json) -> str:
    """A reference as text, also from an integer, whose digits it is; empty when it cannot be one."""
    try:
        found = reference(value)
    except ValueError:
        return ""
    return "" if found is None or found.startswith("-") else found


def _word(value: Json) -> str:
    return _GAPS.sub(" ", value).strip().casefold() if isinstance(value, str) else ""

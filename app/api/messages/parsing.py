"""Builds the models from decoded JSON: unreadable items are set aside."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from app.api.messages.answer_fields import Json
from app.api.messages.booking_answers import QuoteAnswer, StatusAnswer
from app.api.messages.envelope import Envelope, ListAnswer, SetAside
from app.api.messages.json_decoding import Decoded, is_array, is_object, spoil_in
from app.core.language import mark

_Item = TypeVar("_Item")
_List = TypeVar("_List", bound=ListAnswer)
_Whole = TypeVar("_Whole", bound=Envelope)

_MOST_REASONS = 3


class ShapeError(ValueError):
    """An answer without the shape of the interface; `str()` is a clause that quotes none of its values."""


def listed(answer: type[_List], item: type[object], found: Decoded) -> _List:
    """A content or search answer; every item that cannot be read is set aside with the reason.

    Raises ShapeError when the envelope cannot be read or belongs to the other module.
    """
    fields = _fields_of(found.value)
    module = fields.get("module")
    if isinstance(module, str) and module.strip().upper() != answer.expected_module:
        raise ShapeError(mark("it is about another module"))
    data = fields.pop("data", None)
    if not is_array(data):
        raise ShapeError(mark("data is not an array"))
    items: list[object] = []
    set_aside: list[SetAside] = []
    read = _shape_of(item).validator.validate_python
    for index, each in enumerate(data):
        try:
            if found.is_spoiled:
                _refuse_spoil(each)
            items.append(read(each))
        except ShapeError as error:
            set_aside.append(SetAside(index, str(error)))
        except ValidationError as error:
            set_aside.append(SetAside(index, reasons(error)))
    return _shaped(answer, {**fields, "items": tuple(items), "set_aside": tuple(set_aside)})


def item_of(item: type[_Item], value: object) -> _Item:
    """One item of a content or search answer, from decoded JSON. Raises ValidationError."""
    return _shape_of(item).validate_python(value)


def whole(answer: type[_Whole], found: Decoded) -> _Whole:
    """An answer that must be readable as a whole. Raises ShapeError otherwise."""
    _refuse_spoil(found.value)
    return _shaped(answer, _fields_of(found.value))


def quoted(found: Decoded) -> QuoteAnswer:
    """The answer to QUOTE, whatever its fields. Raises ShapeError."""
    _refuse_spoil(found.value)
    return QuoteAnswer(_fields_of(found.value))


def status_of(booking_ref: str, found: Decoded) -> StatusAnswer:
    """The state of one booking. Raises ShapeError, also when the answer is about another booking."""
    answer = whole(StatusAnswer, found)
    named = answer.data.booking_reference
    if named is not None and named.strip().casefold() != booking_ref.strip().casefold():
        raise ShapeError(mark("it is about another booking"))
    return answer


def reasons(error: ValidationError) -> str:
    """What is wrong with an object, field by field, without its values: technical text, in English."""
    found = error.errors(include_url=False, include_context=False, include_input=False)
    clauses = [f"{path_of(each['loc'])}: {each['msg']}" for each in found[:_MOST_REASONS]]
    more = len(found) - _MOST_REASONS
    return "; ".join(clauses) + (f"; and {more} more" if more > 0 else "")


@cache
def _shape_of(item: type[_Item]) -> TypeAdapter[_Item]:
    return TypeAdapter(item)


def _shaped(answer: type[_Whole], fields: object) -> _Whole:
    try:
        return answer.model_validate(fields)
    except ValidationError as error:
        raise ShapeError(reasons(error)) from None


def _fields_of(value: Json) -> dict[str, Json]:
    if not is_object(value):
        raise ShapeError(mark("it is not a JSON object"))
    return dict(value)


def _refuse_spoil(value: object) -> None:
    spoil = spoil_in(value)
    if spoil is not None:
        raise ShapeError(spoil.reason)


def path_of(place: Sequence[str | int]) -> str:
    """The names of a place in an object, joined."""
    return ".".join(str(each) for each in place) or "it"

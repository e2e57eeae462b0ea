"""What all answers share: the envelope, and items that could not be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel, ConfigDict, with_config
from typing_extensions import TypedDict

from app.api.messages.answer_fields import Count, Flag

_LONGEST_TEXT = 20_000
"""Of any text: what is longer is no title and no description, and painting it would take seconds."""


class Shape(BaseModel):
    """An object of an answer: frozen; fields that the interface does not name are in `model_extra`."""

    model_config = ConfigDict(
        frozen=True,
        extra="allow",
        strict=True,
        str_max_length=_LONGEST_TEXT,
        hide_input_in_errors=True,
        validate_by_name=True,
        validate_by_alias=True,
    )


item_shape = with_config(ConfigDict(strict=True, str_max_length=_LONGEST_TEXT, hide_input_in_errors=True))
"""Decorates an object in a list: a mapping of the fields that are there, since there are thousands of them.

Fields that the interface does not name are left out.
"""


class Envelope(Shape):
    """The fields around every answer (interface part 2)."""

    status: str
    code: str | None = None


@dataclass(frozen=True, slots=True)
class SetAside:
    """An item that could not be read: its index in the answer and the reason, without its values."""

    index: int
    reason: str


class ListAnswer(Envelope):
    """The envelope of content and search: `items` that could be read, and `set_aside` for the others."""

    expected_module: ClassVar[str]
    module: str | None = None
    count: Count | None = None
    set_aside: tuple[SetAside, ...] = ()


class SearchAnswer(ListAnswer):
    """The envelope of a search (interface part 2.3)."""

    available: Flag | None = None
    reason: str | None = None
    bookable_count: Count | None = None


@item_shape
class Inventory(TypedDict, total=False):
    """The seats left of a schedule, a slot or a departure."""

    remaining_seats: Count | None
    status: str | None

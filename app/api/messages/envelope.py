"""What all answers share: the envelope, and items that could not be read."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, ConfigDict, with_config
from typing_extensions import TypedDict

from app.api.messages.answer_fields import Seats, StatedFlag, StatedNumber, StateWord, Words
from app.core.frozen import frozen


class Shape(BaseModel):
    """An object of an answer: frozen; fields that the interface does not name are in `model_extra`."""

    model_config = ConfigDict(
        frozen=True,
        extra="allow",
        strict=True,
        hide_input_in_errors=True,
        validate_by_name=True,
        validate_by_alias=True,
        # Made ready when it is first read: the first list on screen needs few of them.
        defer_build=True,
    )


item_shape = with_config(ConfigDict(strict=True, hide_input_in_errors=True))
"""Decorates an object in a list: a mapping of the fields that are there, since there are thousands of them.

Fields that the interface does not name are left out.
"""


class Envelope(Shape):
    """The fields around every answer (interface part 2)."""

    status: Words | None = None
    code: Words | None = None
    unread: tuple[str, ...] = ()
    """The paths of fields that are there and could not be read; the rest is valid nevertheless."""


@frozen
class UnreadField:
    """A field of an item that decides and has no one meaning: it is left out, and the item is not sold."""

    path: str
    """Such as `pricing.availability_fare` or `rates.0.net_price`."""
    shown: str
    """The value as it came, shortened."""


@frozen
class SetAside:
    """An item that could not be read: its index in the answer, the reason without its values, its name.

    `told` is the reason with the values, without the API key and shortened.
    """

    index: int
    reason: str
    name: str = ""
    told: str = ""


class ListAnswer(Envelope):
    """The envelope of content and search: `items` that could be read, and `set_aside` for the others."""

    expected_module: ClassVar[str]
    module: Words | None = None
    count: StatedNumber | None = None
    reason: Words | None = None
    set_aside: tuple[SetAside, ...] = ()
    is_part: bool = False
    """Whether there are more by what the service says: the interface knows no pages to ask for."""


class SearchAnswer(ListAnswer):
    """The envelope of a search (interface part 2.3)."""

    available: StatedFlag | None = None
    bookable_count: StatedNumber | None = None


@item_shape
class Inventory(TypedDict, total=False):
    """The seats left of a schedule, a slot or a departure."""

    remaining_seats: Seats | None
    status: StateWord | None


class Item(TypedDict, total=False):
    """What every item of a list may carry beside its fields."""

    unread: tuple[UnreadField, ...]
    """What decides and could not be read; the program's own field, never that of an answer."""

"""Items of content and search answers, as the client reads them."""

from __future__ import annotations

from functools import cache
from typing import TypeVar

from pydantic import TypeAdapter

T = TypeVar("T")


def item_of(item: type[T], value: object) -> T:
    """The item of a decoded value. Raises ValidationError."""
    return shape_of(item).validate_python(value)


@cache
def shape_of(item: type[T]) -> TypeAdapter[T]:
    """What reads such items."""
    return TypeAdapter(item)

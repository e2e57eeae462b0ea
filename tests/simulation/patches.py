"""Puts something in the place of a name of the program, and takes it away again."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from typing_extensions import override


class Patches(AbstractContextManager["Patches"]):
    """What was put in place; all of it is taken away at the end."""

    def __init__(self) -> None:
        self._before: list[tuple[Any, str, Any]] = []

    def put(self, owner: Any, name: str, value: Any) -> None:
        """From now on `owner.name` is this. Raises AttributeError when there is no such name."""
        before: Any = owner.__dict__[name]
        self._before.append((owner, name, before))
        setattr(owner, name, value)

    @override
    def __exit__(self, *_: object) -> None:
        while self._before:
            setattr(*self._before.pop())

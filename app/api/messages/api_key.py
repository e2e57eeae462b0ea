"""The API key, which never appears in a text that the program writes."""

from __future__ import annotations

import re
from typing import NoReturn

from typing_extensions import override

from app.core.language import mark

_PRINTABLE = re.compile(r"[!-~]+")
_LONGEST = 512
_SHORTEST_SHOWN = 12
_HIDDEN = "ApiKey(hidden)"


class ApiKey:
    """An API key (interface part 5.1). Whitespace around it is removed.

    Its repr, str and format do not show the text, and it cannot be pickled; only `reveal` returns the text.
    Raises ValueError, with a sentence that does not quote the text, when it cannot be a key.
    """

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        trimmed = text.strip()
        if not trimmed:
            raise ValueError(mark("The key is empty."))
        if len(trimmed) > _LONGEST:
            raise ValueError(mark("The key is longer than {most} characters.", most=_LONGEST))
        if _PRINTABLE.fullmatch(trimmed) is None:
            raise ValueError(
                mark(
                    "The key holds a space, a line break or a character that a key never has. Copy it again."
                )
            )
        self._text = trimmed

    def reveal(self) -> str:
        """The key itself, for the header of a request to its own service and for the key store."""
        return self._text

    @property
    def last_four(self) -> str:
        """The last four characters, to recognise the key by; empty when the key is too short for that."""
        return self._text[-4:] if len(self._text) >= _SHORTEST_SHOWN else ""

    @override
    def __repr__(self) -> str:
        return _HIDDEN

    @override
    def __format__(self, format_spec: str) -> str:
        return format(_HIDDEN, format_spec)

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, ApiKey) and other._text == self._text

    @override
    def __hash__(self) -> int:
        return hash((ApiKey, self._text))

    @override
    def __reduce__(self) -> NoReturn:
        raise TypeError("A key is not written anywhere by pickling or copying it.")

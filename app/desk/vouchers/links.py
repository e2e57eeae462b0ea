"""Links that open the system's e-mail or chat program with a text."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote

_LONGEST_LINK = 1800
"""The longest link; some systems cut off longer ones, so that a shorter text is taken."""


def mail_to(address: str, subject: str, texts: Iterable[str]) -> str:
    """A mailto link with the first of the texts that fits, else with the last."""
    return _link(f"mailto:{_quoted(address, '@')}?subject={_quoted(subject)}&body=", texts, "\r\n")


def chat_to(digits: str, texts: Iterable[str]) -> str:
    """A link that opens a chat with this number and the first of the texts that fits, else the last."""
    return _link(f"https://wa.me/{digits}?text=", texts, "\n")


def _link(start: str, texts: Iterable[str], line_end: str) -> str:
    link = start
    for text in texts:
        link = start + _quoted(text.replace("\n", line_end))
        if len(link) <= _LONGEST_LINK:
            break
    # Never cut within a character: the last text is what cannot be left out.
    return link


def _quoted(text: str, safe: str = "") -> str:
    """The text for a link, with a question mark for half a character, which has no bytes."""
    return quote(text, safe=safe, errors="replace")

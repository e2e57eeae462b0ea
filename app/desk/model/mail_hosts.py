"""Hosts of mail addresses that were probably mistyped: asked about, and never a bar."""

from __future__ import annotations

from app.core.language import tr

_COMMON = (
    "gmail.com",
    "googlemail.com",
    "yahoo.com",
    "yahoo.co.in",
    "hotmail.com",
    "outlook.com",
    "rediffmail.com",
    "icloud.com",
    "protonmail.com",
)
_OTHERS = frozenset({"mail.com", "email.com", "ymail.com", "cloud.com", "yahoo.co.id"})
"""Hosts that there are, though they are one slip away from a common one."""


def mail_doubt(email: str, *, is_typing: bool = False) -> str:
    """A question when the host is one slip away from a common one; empty when it is not.

    While it is being typed, a host of which letters are missing at the end is none yet.
    """
    host = email.strip().rpartition("@")[2].casefold()
    if "@" not in email or host in _COMMON or host in _OTHERS:
        return ""
    meant = next((each for each in _COMMON if _is_one_slip(host, each)), "")
    if not meant or (is_typing and meant.startswith(host)):
        return ""
    return tr("Is {meant} meant, not {typed}?", meant=meant, typed=host)


def _is_one_slip(typed: str, meant: str) -> bool:
    """Whether one letter is wrong, missing or too many, or two beside each other changed places."""
    place = next((at for at, (one, two) in enumerate(zip(typed, meant, strict=False)) if one != two), -1)
    if place < 0:
        return abs(len(typed) - len(meant)) == 1
    rest, own = typed[place:], meant[place:]
    return (
        rest[1:] in (own[1:], own)
        or rest == own[1:]
        or (len(rest) > 1 and rest[1::-1] == own[:2] and rest[2:] == own[2:])
    )

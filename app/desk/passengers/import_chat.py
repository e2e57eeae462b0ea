"""Takes the text of messages out of what was copied from a chat, a mail or a list of text messages."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import islice

from app.core.frozen import frozen
from app.desk.passengers.import_message_words import CLOSING
from app.desk.passengers.import_vocabulary import heading_of

MOST_LETTERS = 6_000
"""Of one line that are read."""
MOST_LINES, _SAMPLE = 5_000, 500
_SPACES = re.compile(r"[^\S\n\t]+")
_KEYCAP = re.compile("(\\d)\ufe0f?\u20e3")
_TEN = "\U0001f51f"
_DECORATION = re.compile(
    "[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]"
    "|(?:\u200d?[\u2190-\u21ff\u2300-\u27bf\u2b00-\u2bff\ufe0f\u20e3\U0001f000-\U0001fbff\U000e0000-\U000e007f])+\u200d?"
)
"""Characters that are not seen, and pictures."""
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3001: ",", 0x060C: ",", 0x0964: ";"}
"""Wide signs of China and Japan, a comma of Arabic, and the full stop of Hindi."""
_EMPHASIS = re.compile(r"(?<!\w)[*_~](?=\w)|(?<=\S)[*_~](?!\w)")
STROKE = "\u0336"
"""Strikes the letter before it through."""
_STRUCK = re.compile(r"(?<![\w~])~~?(?=[^\s~])([^~\n]+)(?<=\S)~~?(?![\w~])")
_IS_STRUCK = " struck-through"
_TO_TIDY = re.compile(r"[*_~]| {2}")
_QUOTE = re.compile(r"^(?:\s*>)+\s?")
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|[\u0900-\u0963]{2,9})[^\W\d_]*\.?"
_DAY = (
    r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+)?"
    r"(?:\d{1,4}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d{1,4}\.?|\d{1,2}[./-]\d{1,2}\.?"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?\.?[ -]{_MONTH},?(?:[ -]\d{{2,4}})?"
    rf"|{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s\d{{4}})?"
    r"|today|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
)
_CLOCK = (
    r"(?:[^\W\d_]{2,10}\s)?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[.,]\d{3})?"
    r"(?:\s?(?:[ap]\.?\s?m\b\.?|hrs\b|uhr\b|[\u0900-\u0963]{3,12}\b))?(?:\s?(?:utc|gmt|ist|z)\b|\s?[+-]\d{2}:?\d{2}\b)?"
)
_STAMP = (
    rf"(?:{_DAY}(?:,|\s|T|(?:\s|,)+(?:at|um|\u0915\u094b|sent)\b)*\s?{_CLOCK}|{_CLOCK},?\s+{_DAY}|{_CLOCK})"
)
_BRACKETED = rf"[\[(<]\s?(?:{_STAMP}|{_DAY})\s?[\])>]"
_STAMPED = re.compile(
    rf"\s*(?:(?P<sure>{_BRACKETED})|{_STAMP}(?=\s|$|[-\u2013,:|]))\s*[-\u2013\u2014|,:]?\s*", re.IGNORECASE
)
_STAMP_LATER = re.compile(
    rf"\s*(?P<sender>[^\s:\[\]()<>][^:\[\]()<>]{{0,59}}?)(?:\s?[,\u2022\u00b7|-])?\s+(?:(?P<sure>\[\s?{_STAMP}\s?\])|\(?{_STAMP}\)?)\s*(?P<end>:|$)?\s*",
    re.IGNORECASE,
)
_HAS_CLOCK = re.compile(r"\d[:.]\d\d|[\[(<]\s?\d{1,4}[./-]")
_SENDER = re.compile(r"(?P<sender>[^:\n]{1,60}?)\s*:(?=\s|$)\s*")
_WITH_FACTS = re.compile(
    r"(?<![\d+])\d{1,3}\s*(?:[-/]?\s*[mf]\b|y(?:ea)?rs?\b|y\b|male|female)|[(,].*\d|,.*,", re.IGNORECASE
)
"""An age with another fact: these words are of a person, and not a sender."""
_SYSTEM = re.compile(
    r"<[^<>]*>|.*(?:end-to-end encrypted|\bomitted|message was deleted|deleted this message|tap to learn more"
    r"|missed (?:voice|video) call|joined using|created (?:this )?group|changed (?:the|this|their|to)\b"
    r"|\bfile attached|security code|disappearing messages|waiting for this message"
    r"|\b(?:added|removed|left|joined)(?: you| the group)?$"
    r"|\b(?:added|removed) (?:\+?\d|you\b)|live location|pinned a message|is a contact|you're now an admin).*"
    r"|\(?edited\)?|(?:begin )?forwarded (?:message|from).*|photo|sticker|gif|voice message|null"
    r"|sent from my .*|get outlook .*|on .{5,120}\bwrote:?|(?:unread|new) messages?",
    re.IGNORECASE,
)
"""What the program wrote, and no person."""
_ACTION = re.compile(
    r".* (?:added|removed|left|joined|created|changed|invited|pinned|requested|was|were|is now)\b.*",
    re.IGNORECASE,
)
"""What somebody did in a chat."""
_MAIL_HEAD = re.compile(
    r"(?:from|to|cc|bcc|sent|subject|reply-to|received|von|an|betreff|gesendet)\s*:", re.IGNORECASE
)
_AGED = re.compile(r"\b\d{1,3}\s?[-/]?\s?[mf]\b", re.IGNORECASE)
_MOST_STAMPS, _NEAR, _MOST_OF_PROGRAM = 3, 3, 300


@frozen
class ChatLine:
    """A line of a message."""

    text: str = field(repr=False)
    begins: bool = False
    """Whether a message begins here, or an empty line was before it."""
    is_unsure: bool = False
    """Whether this may be the sender of a message as well as a person."""
    is_first: bool = False
    """Whether it is the first line of a message that bears its time or sender."""


def plain_line(line: str) -> str:
    """The line with usual spaces and signs, without pictures and characters that are not seen."""
    if line.isascii() and not _TO_TIDY.search(line):
        return line[:MOST_LETTERS].rstrip()
    counted = _KEYCAP.sub(r"\1) ", line[:MOST_LETTERS]).replace(_TEN, "10) ")
    struck = counted.replace(STROKE, "") + _IS_STRUCK * (STROKE in counted)
    counted = _EMPHASIS.sub("", _STRUCK.sub(rf"\1{_IS_STRUCK}", struck))
    wide = _DECORATION.sub(_undecorated, counted).translate(_WIDE)
    return _SPACES.sub(" ", wide).rstrip()


def _undecorated(found: re.Match[str]) -> str:
    return "" if unicodedata.category(found[0][0]) == "Cf" and len(found[0]) == 1 else " "


def without_quoting(line: str) -> str:
    """The plain line without the marks and spaces by which it is quoted."""
    return _unquoted(line).strip()


def _unquoted(line: str) -> str:
    return _QUOTE.sub("", plain_line(line))


def chat_lines(text: str) -> tuple[ChatLine, ...]:
    """The lines without date, time and sender of a message; what the program wrote is left out."""
    lines = [_unquoted(line) for line in text.splitlines()[:MOST_LINES]]
    return tuple(_lines(lines))


def is_chat(text: str) -> bool:
    """Whether a line of the text begins with date or time and sender of a message."""
    whole = [without_quoting(line) for line in text.splitlines()[:_SAMPLE]]
    lines = [line for line in whole if not CLOSING.fullmatch(line)]
    is_quoted = any(map(_QUOTE.match, islice(text.splitlines(), 1)))
    return (
        is_quoted
        or any(map(_is_of_program, lines))
        or any(
            head.is_sure or (head.sender and (_is_of_program(head.sender) or _has_text(lines, place)))
            for place, head in enumerate(map(_head, lines))
            if head is not None
        )
    )


@frozen
class _Head:
    """What stands before a message."""

    text: str = field(repr=False)
    sender: str = field(repr=False)
    is_sure: bool
    """Whether the sender is certainly none of the people."""


def _lines(lines: Sequence[str]) -> Iterator[ChatLine]:
    begins = True
    senders = _repeated(lines)
    named: set[str] = set()
    for place, line in enumerate(lines):
        text = line.strip()
        if not any(map(str.isalnum, text)):
            begins = begins or not text
            continue
        if _MAIL_HEAD.match(text) and not _AGED.search(text):
            continue
        head = _head(text)
        if head is None and (found := _SENDER.match(text)) and found["sender"] in senders:
            head = _Head(text[found.end() :], found["sender"], is_sure=True)
        if head is None:
            is_sender = _names_sender(lines, place)
            if is_sender and (begins or text in named) and _has_text(lines, place + 1):
                named.add(text)
            elif not _is_system(text):
                yield ChatLine(text, begins, is_unsure=is_sender)
                begins = False
            continue
        begins = True
        if head.text and not _is_system(head.text):
            yield ChatLine(head.text, begins, is_first=True)
            begins = False
        elif head.sender and not (head.is_sure or _has_text(lines, place) or _is_of_program(head.sender)):
            yield ChatLine(text, begins, is_unsure=True)


def _is_of_program(text: str) -> bool:
    return _is_system(text) or bool(_ACTION.fullmatch(text[:_MOST_OF_PROGRAM]))


def _is_system(text: str) -> bool:
    return bool(_SYSTEM.fullmatch(text[:_MOST_OF_PROGRAM]))


def _head(line: str) -> _Head | None:
    """Date, time and sender before a message; None for a line without."""
    if "\t" in line or not _HAS_CLOCK.search(line[:120]):
        return None
    rest, sender, is_found, is_sure = line, "", False, False
    for _ in range(_MOST_STAMPS):
        if found := _STAMPED.match(rest):
            named = _SENDER.match(rest, found.end())
            if named and _may_be_sender(named["sender"]):
                rest, sender, is_sure = rest[named.end() :], named["sender"], True
            else:
                rest = rest[found.end() :]
        elif (found := _STAMP_LATER.match(rest)) and _is_sender_before(found):
            rest, sender, is_sure = rest[found.end() :], found["sender"], bool(found["sure"] or found["end"])
        else:
            break
        is_found = True
    if not is_found:
        return None
    if rest and not sender and _may_be_sender(rest) and not any(map(str.isdigit, rest)):
        return _Head("", rest, is_sure=False)
    return _Head(rest.strip(), sender, is_sure)


def _is_sender_before(found: re.Match[str]) -> bool:
    sender = found["sender"]
    is_whole = found["end"] is not None or found["sure"] is not None
    return is_whole and _may_be_sender(sender) and any(map(str.isalnum, sender))


def _may_be_sender(text: str) -> bool:
    return heading_of(text) is None and not _WITH_FACTS.search(text)


def _has_text(lines: Sequence[str], place: int) -> bool:
    """Whether the message has text in the next line."""
    following = next((line for line in islice(lines, place + 1, place + 1 + _NEAR) if line.strip()), "")
    return bool(following) and _head(following.strip()) is None


def _names_sender(lines: Sequence[str], place: int) -> bool:
    """Whether the next line holds nothing but a time."""
    following = lines[place + 1].strip() if place + 1 < len(lines) else ""
    found = _STAMPED.fullmatch(following) if _HAS_CLOCK.search(following[:40]) else None
    return found is not None and not any(map(str.isdigit, lines[place]))


def _repeated(lines: Sequence[str]) -> frozenset[str]:
    """The words before a colon in several lines, which are senders, and no names or headings."""
    found = [match["sender"] for match in map(_SENDER.match, lines) if match]
    return frozenset(
        each
        for each, count in Counter(found).items()
        if count > 1 and heading_of(each) is None and not _WITH_FACTS.search(each)
    )

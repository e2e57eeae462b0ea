"""What a customer is asked to send of each traveller, in lines that the reader of pasted rows reads."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from functools import cache

from app.core.language import LANGUAGES, mark, speaking, tr
from app.desk.model.boats import Identity
from app.desk.passengers.import_chat import is_chat, without_quoting

REQUEST = mark("{trip}, {date}: send one line for each traveller, as here.")
"""The program's own wording of the message in which it stands."""
_STAMPS = "[(<0123456789"
"""With what the time of a message begins."""
_MOST_ABOVE, _SPACED = 2, 8
"""The lines of request and agency, and how far away they are at most with empty ones between."""
_NOT_KNOWN = Identity(needs_document=True, needs_number=True)
"""Nothing is left out that may be asked for."""
_AT_COUNTER = mark("You can also show the documents at the counter.")
_LINES = (
    (
        mark("Who is not Indian adds the passport and its number."),
        mark("Name, age, M/F, nationality"),
        mark("Meera Nair, 38, F, Indian"),
    ),
    (
        _AT_COUNTER,
        mark("Name, age, M/F, nationality, document"),
        mark("Meera Nair, 38, F, Indian, Voter ID"),
    ),
    (
        _AT_COUNTER,
        mark("Name, age, M/F, nationality, document, number"),
        mark("Meera Nair, 38, F, Indian, Voter ID, {number}", number="ABC1234"),
    ),
)
"""What is said, the heading and an example: without a document, with its kind, with its number, too."""
_PERSON = re.compile(
    r"\b\d{1,3}\b.*\b(?:m|f|male|female|\u092a\u0941|\u092e)(?![\w\u0900-\u0963])", re.IGNORECASE
)
"""An age, and behind it a gender: these words are an answer."""


def asked_details(identity: Identity | None) -> str:
    """Which facts a trip needs of each traveller, and an example, in the language that is spoken.

    The rule for foreigners holds on every trip (interface part 4.3).
    """
    asked = identity or _NOT_KNOWN
    lines = _LINES[2 if asked.needs_number else 1 if asked.needs_document else 0]
    return "\n".join(map(tr, lines))


def without_question(text: str) -> str:
    """A text without the question itself, which is quoted in many an answer: its example travels nowhere.

    With the heading goes what is said above it in the same message, and below it the example; where other
    lines follow in its place, the heading stays.
    """
    asked = _asked()
    lines = text.splitlines()
    plain = [_plain(each) for each in lines]
    if asked.keys().isdisjoint(plain):
        return text
    written = [place for place, each in enumerate(plain) if each]
    gone: set[int] = set()
    for at, place in enumerate(written):
        if plain[place] not in asked:
            continue
        said, example = asked[plain[place]]
        below = written[at + 1 : at + 2]
        if [plain[each] for each in below] == [example]:
            gone |= {place, *below}
        if at and plain[written[at - 1]] == said:
            gone |= {written[at - 1], *_above(lines, plain, written[at - 1], gone)}
    return "\n".join(line for place, line in enumerate(lines) if place not in gone)


def _above(lines: Sequence[str], plain: Sequence[str], place: int, gone: Collection[int]) -> Iterator[int]:
    """The lines of the same message above one of them, as far as they are nobody's answer."""
    is_quoted, ends = _is_quoted(lines[place]), _request_ends()
    above = [each for each in range(max(place - _SPACED, 0), place) if plain[each]]
    # In a mail an empty line may be between all of them.
    near = [each for each in above[-_MOST_ABOVE:] if plain[each].endswith(ends)]
    for each in range(place - 1, -1, -1):
        is_apart = not plain[each] and not (near and each > near[0])
        if is_apart or _is_quoted(lines[each]) != is_quoted or each in gone or _PERSON.search(plain[each]):
            return
        yield each
        if each in near or (plain[each][:1] in _STAMPS and is_chat(plain[each])):
            return


@cache
def _request_ends() -> tuple[str, ...]:
    """How the program's own request ends, in all languages."""
    ends: list[str] = []
    for code in LANGUAGES:
        with speaking(code):
            ends.append(_plain(tr(REQUEST).rpartition("}")[2]))
    return tuple(ends)


def _is_quoted(line: str) -> bool:
    return line.lstrip().startswith(">")


def _plain(line: str) -> str:
    return unicodedata.normalize("NFC", " ".join(without_quoting(line).split()))


@cache
def _asked() -> dict[str, tuple[str, str]]:
    """What stands above and below each heading, in all languages."""
    found: dict[str, tuple[str, str]] = {}
    for code in LANGUAGES:
        with speaking(code):
            for each in _LINES:
                said, heading, example = (_plain(tr(line)) for line in each)
                found[heading] = said, example
    return found

"""What a customer is asked to send of each traveller, in lines that the reader of pasted rows reads."""

from __future__ import annotations

from functools import cache

from app.core.language import LANGUAGES, mark, speaking, tr
from app.desk.model.boats import Identity
from app.desk.passengers.import_chat import without_quoting

REQUEST = mark("{trip}, {date}: send one line for each traveller, as here.")
"""The program's own wording of the message in which it stands."""
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


def asked_details(identity: Identity | None) -> str:
    """Which facts a trip needs of each traveller, and an example, in the language that is spoken.

    The rule for foreigners holds on every trip (interface part 4.3).
    """
    asked = identity or _NOT_KNOWN
    lines = _LINES[2 if asked.needs_number else 1 if asked.needs_document else 0]
    return "\n".join(map(tr, lines))


def without_question(text: str) -> str:
    """A text without the question itself, which is quoted in many an answer: its example travels nowhere.

    The heading stays where other lines than the example follow it; so does what an agency asks in its own
    words, which may be anybody's.
    """
    examples, ends = _asked()
    if not any(heading in text for _, heading in examples):
        return text
    lines = text.splitlines()
    plain = [without_quoting(each) for each in lines]
    kept: list[int] = []
    place = 0
    while place < len(lines):
        example = examples.get((plain[place], "".join(plain[place + 1 : place + 2])))
        if example is None:
            kept.append(place)
            place += 1
            continue
        # The agency stands between the request and what is said of documents, or nobody does.
        above = next((each for each in (1, 2) if kept[-each:] and plain[kept[-each:][0]].endswith(ends)), 0)
        del kept[len(kept) - above :]
        place += 3 if plain[place + 2 : place + 3] == [example] else 1
    return "\n".join(lines[each] for each in kept)


@cache
def _asked() -> tuple[dict[tuple[str, str], str], tuple[str, ...]]:
    """The examples in all languages, by the two lines above them; and how the request above these ends."""
    found: dict[tuple[str, str], str] = {}
    ends: list[str] = []
    for code in LANGUAGES:
        with speaking(code):
            ends.append(without_quoting(tr(REQUEST).rpartition("}")[2]))
            for each in _LINES:
                said, heading, example = (without_quoting(tr(line)) for line in each)
                found[said, heading] = example
    return found, tuple(ends)

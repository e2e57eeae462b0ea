"""The service's words for people and tickets, in the language of the screen."""

from __future__ import annotations

import re
from functools import cache

from app.core.language import SOURCE, Message, current, mark, tr

_WORDS = (
    mark("MALE"),
    mark("FEMALE"),
    mark("OTHER"),
    mark("ADULT"),
    mark("CHILD"),
    mark("INFANT"),
    mark("SENIOR"),
    mark("STUDENT"),
    mark("MIXED"),
    mark("FOREIGNER"),
    mark("AADHAAR"),
    mark("VOTER ID"),
    mark("PAN CARD"),
    mark("DRIVING LICENCE"),
    mark("SCHOOL ID"),
    mark("IDENTITY CARD"),
    mark("PASSPORT"),
    mark("VISA"),
    mark("INDIAN"),
    mark("AMERICAN"),
    mark("AUSTRALIAN"),
    mark("AUSTRIAN"),
    mark("BANGLADESHI"),
    mark("BELGIAN"),
    mark("BHUTANESE"),
    mark("BRAZILIAN"),
    mark("BRITISH"),
    mark("BURMESE"),
    mark("CANADIAN"),
    mark("CHINESE"),
    mark("CZECH"),
    mark("DANISH"),
    mark("DUTCH"),
    mark("EMIRATI"),
    mark("FINNISH"),
    mark("FRENCH"),
    mark("GERMAN"),
    mark("GREEK"),
    mark("INDONESIAN"),
    mark("IRANIAN"),
    mark("IRISH"),
    mark("ISRAELI"),
    mark("ITALIAN"),
    mark("JAPANESE"),
    mark("MALAYSIAN"),
    mark("MALDIVIAN"),
    mark("NEPALI"),
    mark("NEW ZEALANDER"),
    mark("NORWEGIAN"),
    mark("PAKISTANI"),
    mark("POLISH"),
    mark("PORTUGUESE"),
    mark("RUSSIAN"),
    mark("SAUDI"),
    mark("SINGAPOREAN"),
    mark("SOUTH AFRICAN"),
    mark("SOUTH KOREAN"),
    mark("SPANISH"),
    mark("SRI LANKAN"),
    mark("SWEDISH"),
    mark("SWISS"),
    mark("THAI"),
    mark("TURKISH"),
    mark("UKRAINIAN"),
    mark("VIETNAMESE"),
)


def shown_word(text: str) -> str:
    """A gender, nationality, kind of document or of ticket to read, such as "Adult INDIAN".

    Unchanged in English; in another language each known word is that language's, and any other stays.
    """
    if current() == SOURCE:
        return text
    return _known().sub(lambda found: tr(_by_word()[found[0].upper()]), text)


@cache
def _by_word() -> dict[str, Message]:
    return {each.text: each for each in _WORDS}


@cache
def _known() -> re.Pattern[str]:
    # Longer ones first: NEW ZEALANDER before what begins with it.
    words = sorted(_by_word(), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)

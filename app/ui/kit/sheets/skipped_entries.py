"""The sentences about entries of an answer that could not be read, or did not come."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.language import joined, tr, trn
from app.desk.model.activities import ActivityCatalogue, DaySlots
from app.desk.model.boats import DepartureList
from app.desk.model.sale import Advice

_MOST_SHOWN = 50


def entries_words(set_aside: int) -> str:
    """A sentence with the number of entries that are not shown; empty for none."""
    if not set_aside:
        return ""
    return trn("{number} entry could not be read", "{number} entries could not be read", set_aside)


def left_out_words(found: ActivityCatalogue | DepartureList | DaySlots) -> str:
    """What of an answer is not in its list; empty when all of it is."""
    came = found.came
    short = ""
    if came is not None and came.counted is None:
        short = tr("only the first {came} came", came=came.came)
    elif came is not None:
        short = tr("{came} of {counted} came", came=came.came, counted=came.counted)
    return joined(", ", (entries_words(len(found.set_aside)), short))


def lost_advice(what: str, set_aside: Sequence[str]) -> Advice:
    """In place of a list of which nothing could be read: what came instead, entry by entry."""
    more = len(set_aside) - _MOST_SHOWN
    shown = (*set_aside[:_MOST_SHOWN], *((tr("and {number} more", number=more),) if more > 0 else ()))
    return Advice(
        what,
        tr("The service answers otherwise than described."),
        tr("Read again. If it stays so, copy what came and send it to the operator."),
        tuple(("" if place else tr("What came"), each) for place, each in enumerate(shown)),
    )

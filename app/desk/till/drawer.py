"""The cash drawer of this desk: its float, what went in and out, and what was counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Any

from app.core.frozen import frozen
from app.core.language import mark
from app.desk.till.payment_rules import NotTakenError, receipt_number, typed_paise
from app.desk.till.payment_values import PayWay

if TYPE_CHECKING:
    from app.store.till.till_book import TillEntry

NOTES = (500, 200, 100, 50, 20, 10)
COINS = (20, 10, 5, 2, 1)
"""In rupees. 2,000 is no longer given out, and is counted as one total with the rest."""
REASON_FROM = 10_00
"""In paise: from here on a difference needs a reason."""
MOST_PIECES = 99_999
NO_MOVE_REASON = mark("Say what it is for.")
NO_MOVE_AMOUNT = mark("Type an amount such as 450.")
NO_DIFFERENCE_REASON = mark("Say why it differs, as far as it is known. The difference is kept.")
STAYS_TOO_MUCH = mark("No more can stay than was counted.")
NO_COUNT = mark("Type how many there are, or one total with F6.")
_PAISE = 100


@frozen
class CashMove:
    """Cash that was put in, or taken out when the amount is less than nothing."""

    at: datetime
    clerk: str
    amount: int
    reason: str


@frozen
class CashCount:
    """What was found in the drawer."""

    at: datetime
    clerk: str
    counted: int
    expected: int
    reason: str = ""
    stays: int | None = None
    """What stayed as the next float when the drawer was closed with it; None when it was not."""

    @property
    def difference(self) -> int:
        """How much more there was than expected; less than 0 when it was short."""
        return self.counted - self.expected


@frozen
class CashDrawer:
    """The drawer since it was closed last, in whole paise."""

    opened_at: datetime | None = None
    """When it was opened; None when it is not."""
    float: int = 0
    """What was in it when it was opened; when it is not, what stayed when it was closed last."""
    taken: int = 0
    receipts: int = 0
    """Those of cash that are not corrected."""
    given_back: int = 0
    refunds: int = 0
    moves: tuple[CashMove, ...] = ()
    counts: tuple[CashCount, ...] = ()

    @property
    def moved(self) -> int:
        """What was put in, less what was taken out."""
        return sum(each.amount for each in self.moves)

    @property
    def expected(self) -> int:
        """What should be in it."""
        return self.float + self.taken - self.given_back + self.moved


def drawer_of(entries: Iterable[TillEntry], zone: tzinfo | None) -> CashDrawer:
    """The drawer by the entries since it was closed last, that one included."""
    opened_at, float_, moves, counts = None, 0, list[CashMove](), list[CashCount]()
    taken, given, refunds, receipts = 0, 0, list["TillEntry"](), list["TillEntry"]()
    for entry in entries:
        facts, at = entry.facts, entry.at.astimezone(zone)
        if facts.get("closes"):
            opened_at, float_, moves, counts = None, facts["stays"], [], []
            taken, given, refunds, receipts = 0, 0, [], []
        elif entry.kind == "opening":
            opened_at, float_ = opened_at or at, facts["float"]
        elif entry.kind == "move":
            moves.append(CashMove(at, entry.clerk, facts["amount"], facts["reason"]))
        elif entry.kind == "count":
            counts.append(count_of(entry, zone))
        elif "lines" in facts:
            cash = _cash(facts["lines"]) - _cash(facts.get("reversed", ()))
            if entry.kind == "refund":
                given += cash
                refunds.append(entry)
            else:
                taken += cash
                receipts.append(entry)
    number = receipts_of_way(receipts, PayWay.CASH)
    count = sum(bool(_cash(each.facts["lines"])) for each in refunds_of(refunds))
    return CashDrawer(opened_at, float_, taken, number, given, count, tuple(moves), tuple(counts))


def standing(entries: Iterable[TillEntry]) -> Sequence[TillEntry]:
    """The entries of one book by which something was taken, or is paid later, and which none corrects."""
    return _counting([each for each in entries if "lines" in each.facts and each.kind != "refund"])


def refunds_of(entries: Iterable[TillEntry]) -> Sequence[TillEntry]:
    """The entries of one book by which something was given back, and which none corrects."""
    return _counting([each for each in entries if each.kind == "refund"])


def _counting(entries: Sequence[TillEntry]) -> Sequence[TillEntry]:
    corrected = {each.facts.get("corrects") for each in entries}
    return [each for each in entries if "number" not in each.facts or _number(each) not in corrected]


def receipts_of_way(entries: Iterable[TillEntry], way: PayWay) -> int:
    """How many receipts of one book took money in this way, those left out that were corrected."""
    return sum(any(line["way"] == way for line in each.facts["lines"]) for each in standing(entries))


def _number(entry: TillEntry) -> str:
    facts = entry.facts
    return receipt_number(facts["series"], facts["year"], facts["number"])


def count_of(entry: TillEntry, zone: tzinfo | None) -> CashCount:
    """A count that is written down."""
    facts = entry.facts
    return CashCount(
        entry.at.astimezone(zone),
        entry.clerk,
        facts["counted"],
        facts["expected"],
        facts["reason"],
        facts["stays"] if facts["closes"] else None,
    )


def counted(pieces: Mapping[tuple[str, int], int]) -> int:
    """The paise of so many pieces of each note and coin."""
    return sum(value * number * _PAISE for (_, value), number in pieces.items())


def move_of(amount: str, reason: str, *, is_in: bool) -> tuple[int, str]:
    """The paise, less than nothing when taken out, and the reason that are typed. Raises NotTakenError."""
    if not amount.strip():
        raise NotTakenError(NO_MOVE_AMOUNT, "move_amount")
    paise = typed_paise(amount, 0, "move_amount")
    said = " ".join(reason.split())
    if not said:
        raise NotTakenError(NO_MOVE_REASON, "move_reason")
    return (paise if is_in else -paise), said


def check_closing(drawer: CashDrawer, counted_paise: int, reason: str, stays: str) -> tuple[str, int]:
    """The reason, and what stays as the next float, that are typed for closing. Raises NotTakenError."""
    said = " ".join(reason.split())
    if abs(counted_paise - drawer.expected) >= REASON_FROM and not said:
        raise NotTakenError(NO_DIFFERENCE_REASON, "difference_reason")
    left = typed_paise(stays, 0, "next_float", may_be_nothing=True)
    if left > counted_paise:
        raise NotTakenError(STAYS_TOO_MUCH, "next_float")
    return said, left


def _cash(lines: Iterable[Mapping[str, Any]]) -> int:
    return sum(each["amount"] for each in lines if each["way"] == PayWay.CASH)

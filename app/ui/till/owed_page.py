"""The till: what customers owe, and the way to take it."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import override

from app.core.language import joined, mark, tr, trn
from app.desk.model import formats
from app.desk.till.owing import Owed, Owing
from app.desk.till.payment_values import paise_words
from app.ui.kit.lists.table_columns import Cell, Column, Columns
from app.ui.till import actions
from app.ui.till.due_pane import sales_words
from app.ui.till.list_page import ListWords, TillListPage
from app.ui.till.tab_page import OWED


def refs_words(owed: Owed) -> str:
    """The PNRs of the sales."""
    return joined(", ", (each.booking_ref for each in owed.due.sales))


def said_cell(owed: Owed) -> Cell:
    """How it is paid, as far as anybody has said: by account, later, not said yet, or given back."""
    if owed.back is not None:
        return Cell(tr("to give back") if owed.back.is_said else tr("not said yet"), "warning")
    if not owed.is_recorded:
        return Cell(tr("not recorded"), "warning")
    return Cell(owed.account or tr("pays later"), "text2")


def _key(owed: Owed) -> str:
    kind = "owed" if owed.back is None else "back"
    return " ".join((kind, *(each.request_id for each in owed.due.sales)))


def _owes(owed: Owed) -> str:
    amount = paise_words(owed.due.total)
    return (
        tr("owes {amount}", amount=amount) if owed.back is None else tr("gets back {amount}", amount=amount)
    )


def _owed_cell(owed: Owed) -> Cell:
    return Cell(paise_words(owed.due.total), "text" if owed.back is None else "warning", "bodyStrong")


def sum_words(found: Sequence[Owed]) -> str:
    """All that customers owe, and apart from it all that they get back."""
    owed = [each.due.total for each in found if each.back is None]
    back = [each.due.total for each in found if each.back is not None]
    taken = trn(
        "1 sale, {amount} owed", "{number} sales, {amount} owed", len(owed), amount=paise_words(sum(owed))
    )
    given = tr("{amount} to give back", amount=paise_words(sum(back)))
    return joined(", ", (taken if owed else "", given if back else ""))


COLUMNS: Columns[Owed] = Columns(
    (
        Column(mark("Customer"), share=0.4, cell=lambda owed: owed.due.customer, role="bodyStrong"),
        Column(mark("For"), cell=lambda owed: sales_words(owed.due), ink="text2"),
        Column(mark("PNR"), 120, fold=2, cell=refs_words, ink="text2"),
        Column(
            mark("Since"),
            110,
            fold=1,
            cell=lambda owed: formats.since(owed.since),
            ink="text2",
            say=lambda owed: tr("since {time}", time=formats.since(owed.since)),
        ),
        Column(mark("Said"), 120, fold=1, cell=said_cell),
        Column(mark("Owed"), 110, is_right=True, cell=_owed_cell, say=_owes),
    ),
    left=20,
    right=16,
    gap=12,
    least=320,
)


class OwedPage(TillListPage[Owed]):
    """Arrows choose what is owed, Enter takes its payment."""

    own_actions = actions.OWING
    tab = OWED
    columns = COLUMNS
    key = staticmethod(_key)
    words = ListWords(
        mark("Owed by customers"),
        "hand-coins",
        mark("Nobody owes anything"),
        mark("Recorded as paid later, or sold in the last 31 days and not recorded."),
        mark("Till"),
    )
    hints = (actions.CHOOSE, mark("Choose")), (actions.TAKE, mark("Take payment, or give back"))

    def __init__(self, owing: Owing) -> None:
        super().__init__("owed", has_sum_above=True)
        self.setObjectName("till_page")
        self._owing = owing

    @override
    async def read_rows(self) -> Sequence[Owed]:
        return await self._owing.read()

    @override
    def sum_of(self, found: Sequence[Owed]) -> str:
        return sum_words(found)

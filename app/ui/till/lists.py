"""The lists of the till: what customers owe, and the receipts of today."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.language import joined, mark, tr, trn
from app.desk.model import formats
from app.desk.till.owing import Owed, Owing
from app.desk.till.payment_values import TillReceipt, paise_words, way_name
from app.desk.till.till_day_words import unknown_words
from app.ui.kit.lists.table_columns import Cell, Column, Columns
from app.ui.till import actions
from app.ui.till.due_pane import sales_words
from app.ui.till.tab_page import OWED, RECEIPTS, ListWords, TillListPage


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


def _key_of_owed(owed: Owed) -> str:
    kind = "owed" if owed.back is None else "back"
    return " ".join((kind, *(each.request_id for each in owed.due.sales)))


def _owes(owed: Owed) -> str:
    if not owed.due.is_known:
        return tr("what is owed is not known")
    amount = paise_words(owed.due.total)
    return (
        tr("owes {amount}", amount=amount) if owed.back is None else tr("gets back {amount}", amount=amount)
    )


def _owed_cell(owed: Owed) -> Cell:
    if not owed.due.is_known:
        return Cell(tr("not known"), "warning", "bodyStrong")
    if owed.back is not None:
        return Cell(paise_words(-owed.due.total), "warning", "bodyStrong")
    return Cell(paise_words(owed.due.total), role="bodyStrong")


def sum_of_owed(found: Sequence[Owed]) -> str:
    """All that customers owe, and apart from it all that they get back."""
    owed = [each.due.total for each in found if each.back is None and each.due.is_known]
    back = [each.due.total for each in found if each.back is not None and each.is_known]
    taken = trn(
        "1 sale, {amount} owed", "{number} sales, {amount} owed", len(owed), amount=paise_words(sum(owed))
    )
    given = tr("{amount} to give back", amount=paise_words(sum(back)))
    unknown = unknown_words(sum(not each.is_known for each in found))
    return joined(", ", (taken if owed else "", unknown, given if back else ""))


OWED_COLUMNS: Columns[Owed] = Columns(
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
    words = ListWords(
        mark("Owed by customers"),
        "hand-coins",
        mark("Nobody owes anything"),
        mark("Recorded as paid later, or sold in the last 31 days and not recorded."),
        mark("Till"),
    )
    hints = (actions.CHOOSE, mark("Choose")), (actions.TAKE, mark("Take payment, or give back"))
    has_sum_above = True

    def __init__(self, owing: Owing) -> None:
        super().__init__("owed", OWED_COLUMNS, owing.read, _key_of_owed, sum_of_owed)
        self.setObjectName("till_page")


def _ways_words(receipt: TillReceipt) -> str:
    """The ways of a receipt, each once: "Cash, UPI"."""
    ways = dict.fromkeys(way_name(each.way) for each in receipt.payment.lines)
    told = joined(", ", ways) or tr("nothing taken")
    if receipt.is_refund:
        told = tr("given back, {ways}", ways=told)
    return tr("{ways}, corrects {number}", ways=told, number=receipt.corrects) if receipt.corrects else told


def _corrected(receipt: TillReceipt) -> str:
    return tr("Corrected by {number}", number=receipt.corrected_by) if receipt.corrected_by else ""


def _strong(receipt: TillReceipt, text: str) -> Cell:
    """Such a text of one receipt; one that was corrected does not count, and is quiet."""
    return Cell(text, "text3") if receipt.corrected_by else Cell(text, role="bodyStrong")


def _how(receipt: TillReceipt) -> Cell:
    return Cell(_ways_words(receipt), "text2", beneath=_corrected(receipt))


def _amount(receipt: TillReceipt) -> Cell:
    taken = -receipt.payment.taken if receipt.is_refund else receipt.payment.taken
    return _strong(receipt, paise_words(taken))


def sum_of_receipts(found: Sequence[TillReceipt]) -> str:
    """What was moved by them together; those that were corrected do not count."""
    taken, number = sum(each.moved for each in found), sum(not each.corrected_by for each in found)
    words = trn("1 receipt, {amount}", "{number} receipts, {amount}", number, amount=paise_words(taken))
    return words if found else ""


RECEIPT_COLUMNS: Columns[TillReceipt] = Columns(
    (
        Column(mark("Number"), 160, cell=lambda receipt: _strong(receipt, receipt.number)),
        Column(mark("Time"), 80, fold=2, cell=lambda receipt: formats.clock_time(receipt.at), ink="text2"),
        Column(
            mark("Customer"),
            share=0.4,
            cell=lambda receipt: _strong(receipt, receipt.payment.due.customer),
        ),
        Column(mark("For"), cell=lambda receipt: sales_words(receipt.payment.due), ink="text2"),
        Column(mark("How"), 180, fold=1, under=2, folded=_corrected, cell=_how),
        Column(mark("Amount"), 120, is_right=True, cell=_amount),
    ),
    left=20,
    right=16,
    gap=12,
    least=320,
)


class ReceiptsPage(TillListPage[TillReceipt]):
    """Arrows choose a receipt of today, the newest first; Enter shows it, to print or to correct it."""

    own_actions = actions.RECEIPTS
    tab = RECEIPTS
    words = ListWords(
        mark("Receipts of today"),
        "receipt-text",
        mark("No receipt today"),
        mark("T after a sale makes one."),
        mark("Receipts"),
    )
    hints = (actions.CHOOSE_RECEIPT, mark("Choose")), (actions.OPEN_RECEIPT, mark("Show"))

    def __init__(self, owing: Owing) -> None:
        super().__init__(
            "receipt", RECEIPT_COLUMNS, owing.receipts_of_today, lambda row: row.number, sum_of_receipts
        )
        self.setObjectName("receipts_page")

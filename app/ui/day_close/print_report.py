"""The report of a day on paper: one routine for printer, file and picture, black on white."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QMarginsF, Qt
from PySide6.QtGui import (
    QFont,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
    QTextTableFormat,
)
from PySide6.QtWidgets import QWidget

from app.core.language import joined, mark, tr, trn
from app.desk.day_close.advice import (
    advise_alone,
    later_words,
    ledger_words,
    margin_after,
    refunds_amount,
    sales_amount,
    sales_words,
    sum_cell,
    together_words,
    uncompared_words,
)
from app.desk.day_close.day_close import DayClosing
from app.desk.day_close.values import DayReport, Figures
from app.desk.model import formats
from app.ui.day_close.table import lines_of
from app.ui.day_close.wallet_check import interval_words, known, signed
from app.ui.kit.basics.text import one_line
from app.ui.kit.sheets.printer_choice import ask_printer
from app.ui.theme import assets, style

_BODY, _TITLE, _HEADING = 8.5, 15.0, 10.5
"""In points."""
_RIGHT, _LEFT = Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignLeft
Cells = tuple[str, ...]
_COLUMNS = (
    mark("Product"),
    mark("Sales"),
    mark("Seats"),
    mark("Sales value"),
    mark("Wallet cash"),
    mark("Wallet credit"),
    mark("Debited"),
)
_OF_CANCELLATIONS = (mark("PNR"), mark("Time"), mark("Refund reference"), mark("Refunded"), mark("Charge"))


class PaperPart(NamedTuple):
    """A heading with a table and sentences below it."""

    heading: str
    rows: tuple[Cells, ...]
    widths: tuple[int, ...]
    """Of the columns, in hundredths."""
    heavy: frozenset[int] = frozenset()
    """The numbers of the rows in a heavier face."""
    told: tuple[str, ...] = ()


def print_day(
    over: QWidget, view: DayClosing, agency: str, parts: Sequence[PaperPart] = (), *, is_practice: bool
) -> None:
    """Ask for a printer and print, with these parts at the end; does nothing while that dialog is open."""

    def paint(device: QPagedPaintDevice) -> None:
        paint_day(device, view, agency, parts, is_practice=is_practice)

    ask_printer(over, formats.day_long(view.report.day), paint)


def paint_day(
    device: QPagedPaintDevice,
    view: DayClosing,
    agency: str,
    parts: Sequence[PaperPart] = (),
    *,
    is_practice: bool,
) -> None:
    """Paint the report on as many A4 pages as needed."""
    device.setPageLayout(
        QPageLayout(
            QPageSize(QPageSize.PageSizeId.A4),
            QPageLayout.Orientation.Portrait,
            # The text keeps two centimetres from each edge by itself, and numbers its pages.
            QMarginsF(),
        )
    )
    document_of(view, agency, parts, is_practice=is_practice).print_(device)


def document_of(
    view: DayClosing, agency: str, parts: Sequence[PaperPart] = (), *, is_practice: bool
) -> QTextDocument:
    """The report as a document with tables; product names are plain text."""
    document = QTextDocument()
    document.setUndoRedoEnabled(False)
    assets.load_mono_font()
    # Figures of one width are other letters in this typeface, and a file of them could not be searched.
    font = QFont(style.font("body").families())
    font.setFeature(QFont.Tag("calt"), 0)
    font.setPointSizeF(_BODY)
    document.setDefaultFont(font)
    paper = _Paper(QTextCursor(document))
    report, closed = view.report, view.closed
    if is_practice:
        paper.line(tr("PRACTICE. Nothing on this page is real."), _HEADING, heavy=True)
    paper.line(joined(", ", (one_line(agency), tr("Day close"))), _HEADING, heavy=True)
    paper.line(formats.day_long(report.day), _TITLE, heavy=True)
    if closed is None:
        paper.line(tr("Not closed yet"), _BODY)
        if view.is_alone:
            told = advise_alone()
            paper.line(joined(" ", (told.what, told.meaning)), _BODY, heavy=True)
    else:
        at = formats.since(closed.closed_at.astimezone(), report.day)
        paper.line(tr("Closed by {name} at {time}", name=one_line(closed.closed_by), time=at), _BODY)
        if closed.is_ahead:
            paper.line(tr("It was closed before it had begun, under a wrong clock."), _BODY)
    paper.line(tr("All amounts in {currency}.", currency=report.currency or formats.EN_DASH), _BODY)
    _paint_sales(paper, report)
    _paint_wallet(paper, report)
    _paint_cancellations(paper, report)
    for part in parts:
        paper.line("", _BODY)
        paper.line(part.heading, _HEADING, heavy=True)
        paper.table(part.rows, part.widths, part.heavy)
        for words in part.told:
            paper.line(words, _BODY)
    paper.line("", _BODY)
    paper.line(tr("Signature: ______________________________"), _BODY)
    return document


class _Paper:
    """Writes lines and tables below each other."""

    def __init__(self, cursor: QTextCursor) -> None:
        self._cursor = cursor
        self._is_begun = False

    def line(self, text: str, points: float, *, heavy: bool = False) -> None:
        """A line of its own."""
        if self._is_begun:
            self._cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
        self._is_begun = True
        self._cursor.setBlockFormat(QTextBlockFormat())
        self._cursor.insertText(text, _format(points, heavy=heavy))

    def table(self, rows: Sequence[Cells], widths: Sequence[int], heavy: frozenset[int]) -> None:
        """Rows of cells, the first at the left and all others at the right."""
        if not rows:
            return
        shape = QTextTableFormat()
        shape.setBorder(0)
        shape.setCellPadding(2)
        shape.setCellSpacing(0)
        shape.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        lengths = [QTextLength(QTextLength.Type.PercentageLength, each) for each in widths]
        shape.setColumnWidthConstraints(lengths)
        shape.setHeaderRowCount(1 if 0 in heavy else 0)
        shape.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_None)
        table = self._cursor.insertTable(len(rows), len(widths), shape)
        for number, cells in enumerate(rows):
            _fill(table, number, cells, heavy=number in heavy)
        self._cursor.movePosition(QTextCursor.MoveOperation.End)


def _fill(table: QTextTable, number: int, cells: Cells, *, heavy: bool) -> None:
    for place, text in enumerate(cells):
        cursor, block = table.cellAt(number, place).firstCursorPosition(), QTextBlockFormat()
        block.setAlignment(_RIGHT if place else _LEFT)
        cursor.setBlockFormat(block)
        look = _format(_BODY, heavy=heavy)
        if place and number >= table.format().toTableFormat().headerRowCount():
            look.setFontFamilies(style.font("mono").families())
        cursor.insertText(one_line(text), look)


def _format(points: float, *, heavy: bool) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setFontPointSize(points)
    look.setFontWeight(QFont.Weight.DemiBold if heavy else QFont.Weight.Normal)
    look.setForeground(style.ON_PAPER["black"])
    return look


def _paint_sales(paper: _Paper, report: DayReport) -> None:
    rows: list[Cells] = [tuple(map(tr, _COLUMNS))]
    heavy = {0}
    for line in lines_of(report):
        if line.kind == "module":
            heavy.add(len(rows))
        rows.append(_figures(line.name, line.figures))
    heavy.add(len(rows))
    rows.append(_figures(tr("Total"), report.figures))
    paper.line("", _BODY)
    paper.table(rows, (33, 7, 7, 14, 13, 12, 14), frozenset(heavy))
    paper.line(tr("Margin on sales, with GST: {amount}", amount=formats.amount(report.figures.margin)), _BODY)
    if report.refunds.count:
        paper.line(margin_after(report), _BODY)
    if report.figures.untold:
        told = trn(
            "{number} booking not stated whole", "{number} bookings not stated whole", report.figures.untold
        )
        paper.line(told, _BODY)


def _figures(name: str, found: Figures) -> Cells:
    amounts = (sum_cell(found, each) for each in ("value", "cash", "credit", "debited"))
    return (name, str(found.sales), str(found.pax), *amounts)


def _paint_wallet(paper: _Paper, report: DayReport) -> None:
    wallet = report.wallet
    paper.line("", _BODY)
    paper.line(tr("Does the wallet agree?"), _HEADING, heavy=True)
    if wallet is None:
        short, text = uncompared_words(report)
        paper.line(text if report.is_undecided else short, _BODY)
        _paint_ledger(paper, report)
        return
    opened, read = (formats.since(each.at.astimezone(), report.day) for each in (wallet.opening, wallet.last))
    rows: list[Cells] = [
        (tr("Opening balance, {time}", time=opened), formats.amount(wallet.opening.cash)),
        (sales_words(report), known(sales_amount(report, wallet))),
        (tr("Refunds credited"), known(refunds_amount(report, wallet))),
        (tr("Changes not made here"), signed(wallet.changes)),
        (together_words(report), signed(wallet.together)),
        (tr("Expected balance"), formats.amount(wallet.expected)),
        (tr("Wallet, read {time}", time=read), formats.amount(wallet.last.cash)),
        (tr("Difference"), formats.amount(wallet.difference)),
    ]
    paper.table(rows, (70, 30), frozenset({len(rows) - 1}))
    for interval in wallet.intervals:
        paper.line(interval_words(interval, report), _BODY)
    if report.unread:
        paper.line(later_words(report), _BODY)
    _paint_ledger(paper, report)


def _paint_ledger(paper: _Paper, report: DayReport) -> None:
    for line in ledger_words(report):
        paper.line(line, _BODY)


def _paint_cancellations(paper: _Paper, report: DayReport) -> None:
    if not report.cancellations:
        return
    paper.line("", _BODY)
    paper.line(tr("Cancellations"), _HEADING, heavy=True)
    rows: list[Cells] = [tuple(map(tr, _OF_CANCELLATIONS))]
    for each in report.cancellations:
        amounts = (
            formats.EN_DASH if one is None else formats.amount(one) for one in (each.refund, each.charge)
        )
        rows.append(
            (each.booking_ref, formats.since(each.at.astimezone(), report.day), each.reference, *amounts)
        )
    paper.table(rows, (28, 12, 28, 16, 16), frozenset({0}))

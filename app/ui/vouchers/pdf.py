"""A voucher as a PDF: painted like on paper, with its words beneath so that they can be found."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPdfWriter

from app.ui.vouchers.elements import VoucherPage
from app.ui.vouchers.layout import Laid
from app.ui.vouchers.painting import paint
from app.ui.vouchers.pdf_text_layer import PlacedWords, with_words
from app.ui.vouchers.typesetting import STEPS

_PER_INCH = 96
_RESOLUTION = _PER_INCH * STEPS
"""On which all outlines are whole numbers."""
_POINTS = 72 / _PER_INCH
_SIZES = {"A5": QPageSize.PageSizeId.A5, "A4": QPageSize.PageSizeId.A4}


def page_layout(laid: Laid) -> QPageLayout:
    """The paper without margins: they are part of the layout. A receipt is as long as it must be."""
    if laid.paper in _SIZES:
        page = QPageSize(_SIZES[laid.paper])
    else:
        size = QSizeF(laid.leaves[0].width, laid.leaves[0].height) * _POINTS
        page = QPageSize(size, QPageSize.Unit.Point, laid.paper, QPageSize.SizeMatchPolicy.ExactMatch)
    return QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF())


def paint_pages(device: QPagedPaintDevice, laid: Laid) -> bool:
    """Paint each page on a printer or a PDF; False when the device did not take them."""
    device.setPageLayout(page_layout(laid))
    painter = QPainter()
    if not painter.begin(device):
        return False
    taken = True
    for place, leaf in enumerate(laid.leaves):
        taken = taken and (place == 0 or device.newPage())
        if taken:
            paint(painter, leaf, device.logicalDpiX() / _PER_INCH)
    return painter.end() and taken


def pdf_bytes(laid: Laid, title: str) -> bytes:
    """The pages as one PDF. Its title and its words are all that it says of itself."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    # The words are added to what this version writes.
    writer.setPdfVersion(QPagedPaintDevice.PdfVersion.PdfVersion_1_4)
    writer.setResolution(_RESOLUTION)
    writer.setTitle(title)
    writer.setCreator("Agency Counter")
    paint_pages(writer, laid)
    del writer
    return with_words(bytes(buffer.data().data()), [_placed(each) for each in laid.leaves])


def _placed(leaf: VoucherPage) -> tuple[PlacedWords, ...]:
    """The words of a page in points from its lower left corner."""
    return tuple(
        PlacedWords(
            each.line.text,
            each.x * _POINTS,
            (leaf.height - each.y) * _POINTS,
            each.face.size * _POINTS,
            each.line.width * _POINTS,
        )
        for each in leaf.texts
    )

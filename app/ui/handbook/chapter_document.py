"""A chapter of the handbook as a text document, on screen with key caps, and on paper."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, cast

from PySide6.QtCore import QMarginsF
from PySide6.QtGui import (
    QFont,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFragment,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
)

from app.ui.theme import style
from app.ui.theme.style import Role

_DIALECT = QTextDocument.MarkdownFeature.MarkdownDialectGitHub
_NO_HTML = QTextDocument.MarkdownFeature.MarkdownNoHTML
_KEY = re.compile(r"`([^`]+)`")
_NO_BREAK = "\u00a0"
_IS_KEY = QTextFormat.Property.UserProperty + 1
_FIXED = QTextBlockFormat.LineHeightTypes.FixedHeight.value
_ROLES: dict[int, Role] = {1: "title", 2: "heading", 3: "bodyHeavy"}
_ABOVE = {1: 0, 2: 18, 3: 12}
_BELOW, _BELOW_ITEM, _CELL = 8, 4, 4
_INDENT = 20
_COLUMNS = (30, 70)
"""The widths of the two columns of every table, in percent."""
_BODY_POINTS, _HEADING_POINTS = 9.5, {1: 16.0, 2: 12.0, 3: 10.0}


class Cap(NamedTuple):
    """The place of a key in its document; a text block of Qt would not outlive the document."""

    start: int
    end: int


def on_screen(text: str) -> QTextDocument:
    """The chapter in the program's fonts, line heights and text size."""
    document = _document(text, style.font("body"))
    for block in _blocks(document):
        level = block.blockFormat().headingLevel()
        role: Role = _ROLES.get(level, "body")
        shape = QTextBlockFormat()
        shape.setLineHeight(style.line_height(role), _FIXED)
        shape.setTopMargin(_ABOVE.get(level, 0))
        shape.setBottomMargin(_room_below(block))
        _change(block, shape, style.font(role) if level else None)
    for key in _keys(document):
        look = QTextCharFormat()
        look.setFont(style.font("micro"), QTextCharFormat.FontPropertiesInheritanceBehavior.FontPropertiesAll)
        _cursor(document, key.position(), key.length()).setCharFormat(_marked(look))
    return document


def on_paper(text: str) -> QTextDocument:
    """The chapter for printing: black, in points, with keys in bold."""
    # Figures of one width are other letters in this typeface, and a file of them could not be searched.
    font = QFont(style.font("body").families())
    font.setFeature(QFont.Tag("calt"), 0)
    font.setPointSizeF(_BODY_POINTS)
    document = _document(text, font)
    for block in _blocks(document):
        heading = _HEADING_POINTS.get(block.blockFormat().headingLevel())
        shape = QTextBlockFormat()
        shape.setBottomMargin(_room_below(block))
        _change(block, shape, _of_points(font, heading) if heading else None)
    for key in _keys(document):
        look = QTextCharFormat()
        look.setFont(_of_points(font, _BODY_POINTS))
        _cursor(document, key.position(), key.length()).setCharFormat(look)
    everything = QTextCharFormat()
    everything.setForeground(style.ON_PAPER["black"])
    _cursor(document, 0, document.characterCount() - 1).mergeCharFormat(everything)
    return document


def print_chapter(device: QPagedPaintDevice, text: str) -> None:
    """Print the chapter on as many A4 pages as needed."""
    page = QPageSize(QPageSize.PageSizeId.A4)
    # The text keeps two centimetres from each edge by itself, and numbers its pages.
    device.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
    on_paper(text).print_(device)


def headings_of(document: QTextDocument) -> list[QTextBlock]:
    """The blocks that are headings, in their order."""
    return [block for block in _blocks(document) if block.blockFormat().headingLevel()]


def caps_of(document: QTextDocument) -> list[Cap]:
    """The places of the keys in a document for the screen."""
    marked = (each for each in _pieces(document) if each.charFormat().hasProperty(_IS_KEY))
    return [Cap(each.position(), each.position() + each.length()) for each in marked]


def _document(text: str, font: QFont) -> QTextDocument:
    document = QTextDocument()
    document.setUndoRedoEnabled(False)
    document.setDefaultFont(font)
    document.setIndentWidth(_INDENT)
    # A cap is as wide as its key and half a letter on each side, and is not broken.
    spaced = _KEY.sub(lambda key: f"`{_NO_BREAK}{key[1].replace(' ', _NO_BREAK)}{_NO_BREAK}`", text)
    document.setMarkdown(spaced, QTextDocument.MarkdownFeature(_DIALECT.value | _NO_HTML.value))
    for piece in [each for each in _pieces(document) if each.charFormat().fontWeight() > style.HEAVY]:
        look = QTextCharFormat()
        look.setFontWeight(style.HEAVY)
        _cursor(document, piece.position(), piece.length()).mergeCharFormat(look)
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            _shape_table(frame)
    return document


def _shape_table(table: QTextTable) -> None:
    shape = table.format().toTableFormat()
    shape.setBorder(0)
    shape.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_None)
    shape.setCellSpacing(0)
    shape.setCellPadding(_CELL)
    shape.setBottomMargin(_BELOW)
    shape.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    shape.setColumnWidthConstraints(
        [QTextLength(QTextLength.Type.PercentageLength, each) for each in _COLUMNS]
    )
    table.setFormat(shape)


def _marked(look: QTextCharFormat) -> QTextCharFormat:
    look.setProperty(_IS_KEY, 1)
    return look


def _of_points(font: QFont, points: float) -> QFont:
    result = QFont(font)
    result.setPointSizeF(points)
    result.setWeight(QFont.Weight.DemiBold)
    return result


def _room_below(block: QTextBlock) -> int:
    if cast("QTextTable | None", QTextCursor(block).currentTable()) is not None:
        return 0
    return _BELOW_ITEM if block.textList() or block.blockFormat().headingLevel() else _BELOW


def _change(block: QTextBlock, shape: QTextBlockFormat, font: QFont | None) -> None:
    cursor = _cursor(block.document(), block.position(), block.length() - 1)
    cursor.mergeBlockFormat(shape)
    if font is not None:
        look = QTextCharFormat()
        look.setFont(font, QTextCharFormat.FontPropertiesInheritanceBehavior.FontPropertiesAll)
        cursor.setCharFormat(look)


def _cursor(document: QTextDocument, start: int, length: int) -> QTextCursor:
    cursor = QTextCursor(document)
    cursor.setPosition(start)
    cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
    return cursor


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def _fragments(block: QTextBlock) -> Iterator[QTextFragment]:
    for piece in cast("Iterable[QTextBlock.iterator]", block):
        yield piece.fragment()


def _pieces(document: QTextDocument) -> Iterator[QTextFragment]:
    return (piece for block in _blocks(document) for piece in _fragments(block))


def _keys(document: QTextDocument) -> list[QTextFragment]:
    """The fragments that are code in Markdown, which are keys."""
    return [piece for piece in _pieces(document) if piece.charFormat().fontFixedPitch()]

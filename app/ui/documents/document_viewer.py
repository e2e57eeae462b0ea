"""The copy of a document at reading size, over the dimmed window."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid
from typing_extensions import override

from app.core.language import joined, tr
from app.desk.documents.document import megabytes, sent_length
from app.desk.model.boats import Document
from app.ui.documents.actions import LEAVE_OUT, USE_COPY
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.sheets.modal_question import ModalQuestion, QuestionAnswer, QuestionWords
from app.ui.kit.sheets.modal_sheet import raised_panel
from app.ui.kit.sheets.page_layout import Scroller

USE, KEEP = "use", "keep"
_EDGE, _SIDE = 32, 24
_LINE = 48
_LEAST = 320
_LEAVING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


class ViewedDocument(NamedTuple):
    """The shown copy, and the former copy, if any, which stays when it is not used."""

    document: Document
    image: QImage
    has_other: bool = False


def reading_size(window: QWidget) -> QSize:
    """The largest readable size over this window, in pixels of its screen; higher pictures scroll."""
    width = max(_LEAST, window.width() - 2 * (_EDGE + _SIDE) - 2)
    ratio = window.devicePixelRatioF()
    return QSize(int(width * ratio), int(4 * width * ratio))


async def look_at(window: QWidget, look: ViewedDocument) -> bool:
    """Show a new copy. Returns whether the clerk uses it; the focus then returns to its former place."""
    keep = QuestionAnswer(KEEP, tr("Keep the other one") if look.has_other else tr("Leave it out"))
    use = QuestionAnswer(USE, tr("Use this copy"), "primary")
    return await _shown(window, look, tr("Can everything be read?"), (keep, use)) == USE


async def look_again(window: QWidget, look: ViewedDocument) -> None:
    """Show a copy that is in use, without a decision."""
    await _shown(
        window, look, look.document.file_name, (QuestionAnswer(KEEP, tr("Keep this copy"), "primary"),)
    )


async def _shown(
    window: QWidget, look: ViewedDocument, title: str, answers: tuple[QuestionAnswer, ...]
) -> str:
    before = QApplication.focusWidget()
    answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    sheet = DocumentViewer(window, look, title, answers)

    def settle(key: str) -> None:
        if not answer.done():
            answer.set_result(key)

    sheet.answered.connect(settle)
    try:
        return await answer
    finally:
        if isValid(sheet):
            sheet.close_down()
        if before is not None and isValid(before):
            before.setFocus()


class DocumentViewer(ModalQuestion):
    """The copy in the largest width of the window; Enter gives the last answer, Esc the first.

    The arrows and the page keys scroll it.
    """

    def __init__(
        self, window: QWidget, look: ViewedDocument, title: str, answers: tuple[QuestionAnswer, ...]
    ) -> None:
        self._look = look
        self._last = answers[-1].key
        super().__init__(window, QuestionWords(title, _about(look.document), answers))
        self.setObjectName("document_look")

    @override
    def _first(self) -> QWidget:
        return self._buttons[-1]

    @override
    def close_down(self) -> None:
        """Close, and free the picture at once."""
        self._page.show_image(QImage())
        self._look = self._look._replace(image=QImage())
        super().close_down()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def event(self, event: QEvent) -> bool:
        """Handle Ctrl Enter before the page below does."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(event.key() in _LEAVING)
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _LEAVING and not event.isAutoRepeat():
            self.answered.emit(self._last)
        elif not self._scroller.take_key(event.key(), _LINE):
            super().keyPressEvent(event)

    @override
    def _build(self, question: QuestionWords) -> None:
        self._page = _Picture(self._look.image, self.devicePixelRatioF())
        self._page.setAccessibleName(tr("Picture of {sentence}", sentence=question.sentence))
        self._panel = raised_panel(question.title, "document_look_panel")
        self._buttons[0].set_key(LEAVE_OUT)
        self._buttons[-1].set_key(USE_COPY)
        heading = Label(question.title, "heading", elides=True)
        about = called("document_look_about", Label(question.sentence, "caption", "text3", elides=True))
        words = column(heading, about)
        head = row((words, 1), gap=8, margins=(_SIDE, 12, 16, 12))
        for button in self._buttons:
            head.addWidget(button)
        self._head = held(head)
        self._scroller = Scroller(
            held(row(None, self._page, None, margins=(_SIDE, 16, _SIDE, 16))), bar_beside=True
        )
        self._panel.setLayout(column(self._head, Hairline(), self._scroller, margins=(1, 1, 1, 1)))
        self.setLayout(column(None, row(None, self._panel, None), None))

    def _fit(self) -> None:
        """Set the size for the picture, limited by the window."""
        wide = self.width() - 2 * _EDGE
        self._page.show_within(wide - 2 * _SIDE - 2)
        needed = max(self._page.width() + 2 * _SIDE + 2, self._head.sizeHint().width() + 2)
        high = self._head.sizeHint().height() + 3 + self._page.height() + 2 * 16
        self._panel.setFixedSize(QSize(min(needed, wide), min(high, self.height() - 2 * _EDGE)))


class _Picture(QWidget):
    """Paints the picture itself, without a copy of it."""

    def __init__(self, image: QImage, ratio: float) -> None:
        super().__init__()
        self._image, self._ratio = image, ratio

    def show_image(self, image: QImage) -> None:
        """Another picture in the same place."""
        self._image = image
        self.update()

    def show_within(self, width: int) -> None:
        """Show it in its own size, at most this wide."""
        natural = self._image.size() / self._ratio
        if natural.width() > width:
            natural = QSize(width, max(1, natural.height() * width // natural.width()))
        self.setFixedSize(natural)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._image.isNull():
            return
        painter, shown = QPainter(self), event.rect()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        across = self._image.width() / self.width()
        source = QRectF(
            shown.x() * across, shown.y() * across, shown.width() * across, shown.height() * across
        )
        painter.drawImage(QRectF(shown), self._image, source)


def _about(document: Document) -> str:
    """Name and measures on one line: passport.jpg, 2480 x 1754, file of 0.98 MB, 1.31 of 2.0 MB when sent."""
    pixels = f"{document.width} \u00d7 {document.height}" if document.width else document.kind
    size = len(document.data)
    file = tr("file of {size}", size=megabytes(size))
    sent = tr("{sent} of 2.0 MB when sent", sent=megabytes(sent_length(size)).removesuffix(" MB"))
    return joined(", ", (document.file_name, pixels, file, sent))

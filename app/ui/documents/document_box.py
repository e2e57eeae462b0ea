"""The box for the copy of one passenger's document: its file, its size as sent, and the drop zone."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QImage,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.documents.document import NEARLY_FULL, SENT_LIMIT, fits, megabytes, sent_length
from app.desk.model.boats import Document
from app.ui.documents import actions
from app.ui.kit.basics.focus_ring import Ringed
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.key_cap import HEIGHT, draw_key, key_width, key_words
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.painting import CENTRE, draw_text, text_width
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import Label, Run, one_line, plain, set_tip
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.file_picker import copied, files_in
from app.ui.theme import assets, style
from app.ui.theme.style import Ink

_THUMB, _LOW_THUMB = QSize(112, 76), QSize(84, 56)
_METER, _ZONE = 6, 36
_GAP, _ICON = 10, 16
_WATCH, _STOP = mark("Watch a scan folder\u2026"), mark("Stop watching")


class DocumentBox(Roomy, QWidget):
    """Shows the current passenger's copy, with a button for each of its actions."""

    copy_pasted = Signal(object)
    """Emitted with pasted files (`list[Path]`) or a pasted picture (`QImage`)."""
    picture_asked = Signal(object)
    """Emitted with another copy (`Document`), whose small picture is given to `show_picture`."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("document_box")
        self._document: Document | None = None
        self._title = Label(role="heading", elides=True)
        self.thumb = Thumb()
        self._name = called("document_name", Label(role="bodyStrong", elides=True))
        self._size = Label(role="caption", ink="text3", elides=True)
        self._note = called("document_note", Label(role="caption", ink="text3", wraps=True))
        self._glyph = Icon("circle-alert", 12, "danger", stroke=2, above=2)
        self.replace = Button(tr("Replace"), size=28, icon="refresh-cw")
        self.remove = Button(tr("Remove"), "quiet", size=28)
        self._share = called("document_share", Label(role="caption", right=True))
        self._meter = SizeMeter()
        self.zone = DropZone()
        self.scan = ScanLine()
        self._heads, self._buttons = row(gap=4), row(self.replace, self.remove, None, gap=8)
        self._heads.addWidget(self._title, 1)
        self._about = column(self._name, 2, self._size, 8, self._buttons)
        card = row(self.thumb, (self._about, 1), gap=16)
        self._card = held(card)
        self._caption = Label(tr("Size when sent"), "caption", "text2", elides=True)
        self._sizes = held(column(row(self._caption, None, self._share), 4, self._meter))
        note = row(self._glyph, (self._note, 1), gap=4, top=True)
        self._note_line = held(note)
        parts = (self._heads, self._card, self._sizes, self._note_line, self.zone, self.scan, None)
        self._lines = column(*parts, gap=10)
        self.setLayout(self._lines)

    def show_copy(
        self,
        title: str,
        document: Document | None,
        *,
        note: str = "",
        wrong: str = "",
        is_closed: bool = False,
    ) -> None:
        """Show a passenger's copy; `wrong` is why it cannot be sent or used, `note` is another note.

        With `is_closed` no copy can be attached.
        """
        self._title.setText(title)
        self._card.setVisible(document is not None)
        self._sizes.setVisible(document is not None)
        self._note.setText(wrong or note)
        self._note.set_ink("danger" if wrong else "text3")
        self._glyph.setVisible(bool(wrong))
        self._note_line.setVisible(bool(wrong or note))
        self.zone.setVisible(not is_closed and not (self.room.is_low and document is not None))
        self.zone.show_words(
            tr("Drop another copy on any row, or browse")
            if document is not None
            else tr("Drop the copy on any row, or browse")
        )
        if document is not None:
            self._show_document(document)
        if document is not self._document:
            self._document = document
            self._show_buttons()
            self.thumb.show_picture(QImage())
            if document is not None:
                self.picture_asked.emit(document)

    @property
    def picture_size(self) -> QSize:
        """The largest size of the small picture, in pixels of this screen."""
        return self.thumb.size() * self.devicePixelRatioF()

    def show_picture(self, document: Document, image: QImage) -> None:
        """Show the small picture of a copy, unless another copy is shown meanwhile."""
        if document is self._document:
            self.thumb.show_picture(image)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        given = copied() if event.matches(QKeySequence.StandardKey.Paste) else None
        if given is None:
            super().keyPressEvent(event)
        else:
            self.copy_pasted.emit(given)

    def _show_document(self, document: Document) -> None:
        self.thumb.show_kind(document.kind, document.file_name)
        self._name.setText(document.file_name)
        pixels = f"{document.width} \u00d7 {document.height}" if document.width else document.kind
        size = tr("file of {size}", size=megabytes(len(document.data)))
        self._size.setText(joined(", ", (pixels, size)))
        sent = sent_length(len(document.data))
        ink: Ink = "text" if sent < NEARLY_FULL * SENT_LIMIT else "warning"
        if not fits(len(document.data)):
            ink = "danger"
        shown = megabytes(sent).removesuffix(" MB")
        limit = tr("of 2.0 MB, too large") if ink == "danger" else tr("of 2.0 MB")
        self._share.set_runs(
            Run(shown, "caption", ink, style.HEAVY), Run(" ", "caption"), Run(limit, "caption", ink)
        )
        self._meter.show_share(sent / SENT_LIMIT, ink)
        self._meter.setAccessibleName(tr("Size when sent {size} {limit}", size=shown, limit=limit))

    @override
    def follow_room(self) -> None:
        """In a low window the buttons stand in the heading, and the size beside the picture."""
        is_low = self.room.is_low
        self.thumb.setFixedSize(_LOW_THUMB if is_low else _THUMB)
        for place, button in enumerate((self.replace, self.remove)):
            if is_low:
                self._heads.addWidget(button)
            else:
                self._buttons.insertWidget(place, button)
            button.fold(folded=is_low)
        self.remove.set_icon("x" if is_low else "")
        self._size.setVisible(not is_low)
        self._caption.setVisible(not is_low)
        if is_low:
            self._about.insertWidget(self._about.count() - 1, self._sizes)
        else:
            self._lines.insertWidget(2, self._sizes)
        self._lines.setSpacing(6 if is_low else 10)
        self._show_buttons()

    def _show_buttons(self) -> None:
        """In the heading they are there only while there is a copy."""
        is_there = not self.room.is_low or self._document is not None
        self.replace.setVisible(is_there)
        self.remove.setVisible(is_there)


class Thumb(Ringed, QAbstractButton):
    """The small picture of the copy, or its kind in letters until it is there; a press opens the copy."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("document_thumb")
        self._kind = ""
        self._picture = QPixmap()
        self.setFixedSize(_THUMB)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @property
    def has_picture(self) -> bool:
        """Whether it shows a picture."""
        return not self._picture.isNull()

    def show_kind(self, kind: str, name: str) -> None:
        """Show the kind of another file."""
        self._kind = kind
        self.setAccessibleName(tr("Look at {name}", name=one_line(name)))
        self.update()

    def show_picture(self, image: QImage) -> None:
        """Show the picture, or the letters if it is empty."""
        self._picture = QPixmap.fromImage(image)
        self._picture.setDevicePixelRatio(self.devicePixelRatioF())
        self.update()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        edge = QPainterPath()
        edge.addRoundedRect(box, style.CONTROL_RADIUS, style.CONTROL_RADIUS)
        painter.fillPath(edge, colours.sunken)
        if self.has_picture:
            painter.setClipPath(edge)
            place = QRectF(QPointF(), self._picture.deviceIndependentSize())
            place.moveCenter(QRectF(self.rect()).center())
            painter.drawPixmap(place.topLeft(), self._picture)
            painter.setClipping(False)
        else:
            font = style.font("captionStrong")
            draw_text(painter, self.rect(), self._kind, font, colours.text3, align=CENTRE)
        painter.strokePath(edge, QPen(colours.line_strong, 1))


class SizeMeter(QWidget):
    """The used share of the limit, in the colour of the words beside it."""

    def __init__(self) -> None:
        super().__init__()
        self._used: float = 0
        self._ink: Ink = "text"
        self.setFixedHeight(_METER)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_share(self, share: float, ink: Ink) -> None:
        """Draw this share; over the limit the bar is full."""
        self._used, self._ink = min(max(share, 0.0), 1.0), ink
        self.update()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours, radius = QPainter(self), style.tokens(), _METER / 2
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.track)
        painter.drawRoundedRect(QRectF(self.rect()), radius, radius)
        fills = {"warning": colours.warning_mark, "danger": colours.danger_fill}
        painter.setBrush(fills.get(self._ink, colours.meter))
        width = max(self.width() * self._used, _METER)
        painter.drawRoundedRect(QRectF(0, 0, width, _METER), radius, radius)


class DropZone(Ringed, QAbstractButton):
    """A zone for dropping a file, which opens the choice of files when pressed."""

    files_dropped = Signal(object)
    """Emitted with the dropped files (`list[Path]`)."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("drop_zone")
        self._dragged = False
        self.setAcceptDrops(True)
        self.setAccessibleDescription(key_words(actions.ATTACH.painted))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_words(self, text: str) -> None:
        """Change its words."""
        self.setText(plain(text))
        self.setAccessibleName(text)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(240, _ZONE)

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if files_in(event.mimeData()):
            event.acceptProposedAction()
            self._show_dragged(dragged=True)

    @override
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._show_dragged(dragged=False)

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        self._show_dragged(dragged=False)
        files = files_in(event.mimeData())
        if files:
            event.acceptProposedAction()
            self.files_dropped.emit(files)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(colours.accent if self._dragged else colours.control, 1.5)
        pen.setStyle(Qt.PenStyle.CustomDashLine)
        pen.setDashPattern([2.5, 2])
        painter.setPen(pen)
        painter.setBrush(colours.accent_soft if self._dragged else colours.surface)
        box = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
        painter.drawRoundedRect(box, style.RADIUS, style.RADIUS)
        self._paint_words(painter)

    def _paint_words(self, painter: QPainter) -> None:
        colours, font = style.tokens(), style.font("caption")
        text, key = text_width(self.text(), font), key_width(actions.ATTACH.painted)
        left = max(8, (self.width() - _ICON - text - key - 2 * _GAP) // 2)
        middle = QPointF(0, self.height() / 2)
        corner = QPointF(left, middle.y() - _ICON / 2).toPoint()
        assets.paint_icon(painter, "file-down", corner, _ICON, colours.text2)
        words = QRectF(left + _ICON + _GAP, 0, text + 1, self.height()).toRect()
        draw_text(painter, words, self.text(), font, colours.text2)
        box = QRectF(words.right() + _GAP, middle.y() - HEIGHT / 2, key, HEIGHT).toRect()
        if box.right() < self.width() - 4:
            draw_key(painter, box, actions.ATTACH.painted)

    def _show_dragged(self, *, dragged: bool) -> None:
        self._dragged = dragged
        self.update()


class ScanLine(QWidget):
    """The offered scan with its actions; hidden when no copy is needed."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("scan_line")
        self._glyph = Icon("scan-line", 16, "text2")
        self._words = called("scan_words", Label(role="caption", elides=True))
        self.attach = called("attach_scan", Button(actions.ATTACH_SCAN, size=28))
        self.dismiss = called("dismiss_scan", Button(tr("Leave it"), "quiet", size=28))
        self.watch = called("watch_scans", Button(tr(_WATCH), "quiet", size=28))
        said = row(self._glyph, (self._words, 1), gap=8)
        self._said = held(said)
        self.watch.set_side(8, 6)
        buttons = row(self.attach, self.dismiss, None, self.watch, gap=4)
        self.setLayout(column(self._said, buttons, gap=4))
        self.show_nothing()

    def show_scan(self, name: str, age: str) -> None:
        """Offer a file with its age."""
        self._show(joined(", ", (name, age)), is_offer=True)

    def show_problem(self, sentence: str) -> None:
        """Show why the folder cannot be read."""
        self._show(sentence, is_offer=False)

    def show_nothing(self) -> None:
        """Offer nothing."""
        for each in (self._said, self.attach, self.dismiss):
            each.hide()

    def show_watched(self, folder: str) -> None:
        """Show the watched folder, empty for none."""
        self.watch.set_label(tr(_STOP if folder else _WATCH))
        set_tip(self.watch, folder)

    def _show(self, words: str, *, is_offer: bool) -> None:
        self._words.setText(words)
        self._words.set_ink("text" if is_offer else "warning")
        self._glyph.set_icon(
            "scan-line" if is_offer else "triangle-alert", "text2" if is_offer else "warning"
        )
        self.attach.setVisible(is_offer)
        self.dismiss.setVisible(is_offer)
        self._said.show()

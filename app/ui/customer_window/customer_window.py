"""The window that the customer sees: it paints one small value, takes no keyboard and has no input."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QEvent, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QCloseEvent, QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import tr
from app.desk.model.office_rules import Branding
from app.desk.model.shown import WELCOME, Shown, ShownPage
from app.ui.customer_window.canvas import HEAVY, Canvas, face
from app.ui.customer_window.check_page import paint_check, plan
from app.ui.customer_window.measures import Measures, measures
from app.ui.customer_window.pages import (
    foot_height,
    paint_foot,
    paint_pay,
    paint_thanks,
    paint_welcome,
    thanks_pages,
)
from app.ui.customer_window.words import PRACTICE, SPEECHES, spoken_name
from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.painting import CENTRE
from app.ui.theme import style
from app.ui.theme.style import Tokens
from app.ui.vouchers.logo import kept_logo

PAGE_MS = 8000
"""How long one of several pages of names stands."""
_MARGINS = (72, 64, 72, 56)
_BAND = 64
_READ = frozenset({ShownPage.CHECK, ShownPage.BOOKING, ShownPage.WAIT})
_LOOKS = frozenset({QEvent.Type.ApplicationPaletteChange, QEvent.Type.StyleChange})


class CustomerLook(NamedTuple):
    """How the window looks, besides what it shows."""

    branding: Branding = Branding()
    language: str = "both"
    """A language's code, or "both"."""
    theme: str = "program"
    """light, dark, or as the program."""
    price_before_payment: bool = True
    is_practice: bool = False
    """Whether nothing here is real: then there is no code to pay by."""


class CustomerWindow(QWidget):
    """A window without a parent, over the whole of a second screen, or plain where there is none."""

    closed = Signal()
    """Emitted when a person has closed it."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("customer_window")
        set_spoken_role(self, QAccessible.Role.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._shown = WELCOME
        self._look = CustomerLook()
        self._logo = QImage()
        self._page = 0
        self._turning = QTimer(self)
        self._turning.setInterval(PAGE_MS)
        self._turning.timeout.connect(self._turn)
        self._tell()

    @property
    def shown(self) -> Shown:
        """What it shows."""
        return self._shown

    def open_on(self, place: QRect, *, whole: bool) -> None:
        """Open it at a place: over a whole screen without a frame, or (False) as a plain window."""
        kind = Qt.WindowType
        flags = kind.Window | kind.WindowDoesNotAcceptFocus
        self.setWindowFlags(flags | kind.FramelessWindowHint if whole else flags)
        self.setGeometry(place)
        # `showFullScreen` would take the keyboard.
        self.setWindowState(Qt.WindowState.WindowFullScreen if whole else Qt.WindowState.WindowNoState)
        self.show()

    def show_look(self, look: CustomerLook) -> None:
        """Show another language, theme or agency."""
        if look.branding.logo != self._look.branding.logo:
            self._logo = kept_logo(look.branding.logo)
        self._look = look
        self._tell()
        self.update()

    def show_state(self, shown: Shown) -> None:
        """Show another state; the neutral one is on screen before this returns."""
        self._shown, self._page = shown, 0
        self._tell()
        self._time_pages()
        if shown.page is ShownPage.WELCOME:
            self.repaint()
        else:
            self.update()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self._turning.stop()
        self.closed.emit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._page = 0
        self._time_pages()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in _LOOKS:
            self.update()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        sizes, colours = self._sizes(), self._colours()
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.canvas)
        self.paint_with(Canvas(painter, colours, sizes, SPEECHES[self._look.language]))

    def paint_with(self, canvas: Canvas) -> None:
        """Paint the present state."""
        shown, look, body = self._shown, self._look, self._body(canvas.sizes)
        match shown.page:
            case ShownPage.WELCOME:
                paint_welcome(canvas, body, look.branding, self._logo)
            case ShownPage.PAY:
                paint_pay(canvas, shown, body, look.branding.agency, with_code=not look.is_practice)
            case ShownPage.THANKS:
                paint_thanks(canvas, shown, body, self._page)
            case _:
                paint_check(canvas, shown, body, self._page, with_price=look.price_before_payment)
        self._paint_edges(canvas)

    def _paint_edges(self, canvas: Canvas) -> None:
        """The agency at the foot, and the band of practice over the full width."""
        sizes, look = canvas.sizes, self._look
        height = foot_height(sizes, look.branding)
        if height:
            left, _, right, bottom = map(sizes.of, _MARGINS)
            place = QRect(left, self.height() - bottom - height, self.width() - left - right, height)
            paint_foot(canvas, place, look.branding, is_welcome=self._shown.page is ShownPage.WELCOME)
        if look.is_practice:
            band = QRect(0, 0, self.width(), max(sizes.of(_BAND), sizes.text * 3 // 2))
            canvas.painter.fillRect(band, canvas.colours.ink)
            words = (canvas.speech.said(PRACTICE), canvas.speech.repeated(PRACTICE))
            canvas.apart(band, words, face(sizes.text, HEAVY), ink=canvas.colours.on_ink, align=CENTRE)

    def _body(self, sizes: Measures) -> QRect:
        """The room between the band and the foot."""
        left, top, right, bottom = map(sizes.of, _MARGINS)
        band = max(sizes.of(_BAND), sizes.text * 3 // 2) if self._look.is_practice else 0
        foot = foot_height(sizes, self._look.branding)
        above = band + sizes.of(32) if band else top
        return self.rect().adjusted(left, above, -right, -bottom - foot - sizes.of(20))

    def _sizes(self) -> Measures:
        screen = self.screen()
        return measures(self.size(), screen.geometry().size(), screen.physicalSize())

    def _colours(self) -> Tokens:
        chosen = {"light": style.LIGHT, "dark": style.DARK}
        return chosen.get(self._look.theme) or style.tokens()

    def _pages(self) -> int:
        sizes, shown = self._sizes(), self._shown
        if shown.page in _READ:
            return plan(shown, self._body(sizes), sizes).pages(shown)
        speech = SPEECHES[self._look.language]
        return thanks_pages(shown, self._body(sizes), sizes, speech) if shown.page is ShownPage.THANKS else 1

    def _time_pages(self) -> None:
        if self._pages() > 1:
            self._turning.start()
        else:
            self._turning.stop()

    def _turn(self) -> None:
        self._page = (self._page + 1) % self._pages()
        self.update()

    def _tell(self) -> None:
        """Name the window for screen readers, and in the list of windows."""
        self.setWindowTitle(tr("Customer window"))
        name = spoken_name(self._shown.page, by_upi=bool(self._shown.upi) and not self._look.is_practice)
        if name != self.accessibleName():
            self.setAccessibleName(name)

"""The main window: the frame, the pages in it, its keys, and its closing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLocale, Qt, Signal
from PySide6.QtGui import QAccessible, QCloseEvent, QKeyEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget
from shiboken6 import isValid
from typing_extensions import override

from app.core.language import Wording, joined, mark, tr
from app.desk.model.moment import Moment
from app.ui.connection.bands import ApiKeyBand, OfflineBand
from app.ui.kit.basics import actions
from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.layouts import column
from app.ui.kit.basics.mixin import Around
from app.ui.kit.basics.room import Room, room_of_size, tell_room
from app.ui.kit.basics.text import ShowsTimes, Words
from app.ui.kit.controls.date_picker import DatePicker
from app.ui.kit.sheets.message_box import Tone
from app.ui.kit.sheets.modal_question import is_asking
from app.ui.kit.sheets.pane import pane_of
from app.ui.kit.sheets.shortcuts import Act, bind
from app.ui.kit.sheets.toast import opening, saved_words, undoing
from app.ui.theme import assets, style
from app.ui.window.frame import PLACES, WindowFrame
from app.ui.window.net_toggle import NetToggle
from app.ui.window.notice_line import About, NoticeLine
from app.ui.window.rail import Rail, RailPlace
from app.ui.window.top_bar import TopBar

if TYPE_CHECKING:
    from app.desk.basket.values import Basket
    from app.desk.model.office_rules import Alerts
    from app.desk.model.sale import Advice, Wallet
    from app.ui.kit.sheets.page import Page

SMALLEST, DRAWN = (780, 410), (1366, 690)
"""The least size at any text size, and the size that the screens are drawn in."""
_SETTLING = mark("A booking is being settled.")


class MainWindow(QWidget):
    """The window with its frame and pages. It uses only the interface of `Page`.

    `close_asked` is emitted instead of closing; `close_now` closes.
    """

    close_asked = Signal()
    place_chosen = Signal(str)
    """Emitted with a chosen place of the rail: sell, bookings, wallet, settings."""
    palette_asked = Signal(str)
    """Emitted with what is typed already, to find a trip, a booking or an action (Ctrl K)."""
    print_asked = Signal()
    """Emitted by Ctrl P to print the voucher of the last sale."""
    net_toggled = Signal(object)
    """Emitted when the wallet side is on screen (True) or not, also while F8 is held."""
    practice_left = Signal()
    key_asked = Signal()
    """Emitted to enter another API key for the same service."""
    basket_asked = Signal()
    """Emitted to review the open basket (Alt B)."""
    clerk_asked = Signal()
    """Emitted by Alt 0 or the name on the rail, to change the clerk on duty."""
    looked = Signal()
    """Emitted when a person confirms that the notice's subject was checked."""
    notice_dismissed = Signal(str)
    """Emitted with the `About` of a notice that a person has put away."""
    went = Signal(str)
    """Emitted with the `About` of a notice, to go to its subject: an open storm, or seats that were found."""
    try_asked = Signal()
    """Emitted to try the service at once."""
    check_asked = Signal()
    """Emitted to check the same API key again."""
    page_shown = Signal(object)
    """Emitted with a `Page` before it begins its work."""
    room_changed = Signal(object)
    """Emitted with the `Room` when it is in another step."""

    def __init__(self, today: date, *, net_shown: bool = True) -> None:
        super().__init__()
        self.setObjectName("canvas")
        set_spoken_role(self, QAccessible.Role.Window)
        self.setWindowIcon(assets.app_icon(style.LIGHT.accent_fill))
        self.setMinimumSize(*SMALLEST)
        self.resize(*DRAWN)
        self._may_close = False
        self._pages: list[Page] = []
        self._early: Page | None = None
        """A page that was made, and may be on screen, before it can be used."""
        self._room = Room()
        self._offered: dict[actions.Action, tuple[Act, tuple[QShortcut, ...]]] = {}
        """What is switched on, with the keys of each."""
        self._shown: dict[str, Callable[[WindowFrame], None]] = {}
        """The calls that set the present state of the frame, for the next frame."""
        self._basket: tuple[Basket | None, Sequence[Basket]] = None, ()
        self._is_online = True
        self.is_settling = False
        """Whether the window shows that a booking is waited for, before it closes or the service is left."""
        self._obstacle: Callable[[], Advice] | None = None
        self._sheet_pages, self._whole = QStackedWidget(), QStackedWidget()
        set_spoken_role(self._whole, QAccessible.Role.Pane, covered=lambda whole: is_asking(whole.window()))
        self._column = column(self._whole)
        self.setLayout(self._column)
        self.net = NetToggle(self, shown=net_shown)
        self.net.shown_changed.connect(self._show_net)
        self._line = Announcer(self)
        self._line.know(tr("Online"))
        self._frame = self._framed(today)
        self._tell_title()
        self._add_keys()
        self._show_net()

    def rebuild(self) -> None:
        """Rebuild the frame in the present language, with the same state and pages."""
        self._drop_early()
        former, shown = self._frame, self._whole.currentIndex()
        self._frame = self._framed(self.day)
        self._frame.follow(former)
        for show in self._shown.values():
            show(self._frame)
        self._whole.removeWidget(former)
        self._whole.setCurrentIndex(shown)
        self._place_notices()
        self._tell_title()
        former.end()

    @property
    def room(self) -> Room:
        """The room in it, in steps."""
        return self._room

    @property
    def language(self) -> str:
        """The language in which the frame was made."""
        return self._frame.language

    @property
    def rail(self) -> Rail:
        """The places of the program."""
        return self._frame.rail

    @property
    def top(self) -> TopBar:
        """The bar over the sheet."""
        return self._frame.top

    @property
    def offline(self) -> OfflineBand:
        """The band shown while the service does not answer."""
        return self._frame.offline

    @property
    def key_band(self) -> ApiKeyBand:
        """The band shown while this API key may not sell."""
        return self._frame.key_band

    @property
    def current_page(self) -> Page | None:
        """The page on screen."""
        shown = self._whole.currentWidget() if self._takes_whole() else self._sheet_pages.currentWidget()
        return next((page for page in self._pages if page is shown), None)

    @property
    def net_shown(self) -> bool:
        """Whether the wallet side is on screen now."""
        return self.net.shown

    @property
    def day(self) -> date:
        """The travel date."""
        return self.top.day.day

    @property
    def is_selling_off(self) -> bool:
        """Whether the API key sells nothing at present."""
        return self._obstacle is not None

    def make_ready(self, page: Page) -> None:
        """Lay out a page that is shown later."""
        stack = self._stack_of(page)
        stack.addWidget(page)
        page.setGeometry(stack.rect())
        page.grab()

    def _stack_of(self, page: Page) -> QStackedWidget:
        return self._sheet_pages if page.has_sheet else self._whole

    def show_early(self, page: Page) -> None:
        """Show a page that cannot be used yet, until another is shown or it is taken.

        It is no `current_page`, so that what is typed waits, and it takes no click.
        """
        self.keep_early(page)
        page.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        page.take_around(self._around)
        self._sheet_pages.addWidget(page)
        self._put(self._sheet_pages, page)

    def keep_early(self, page: Page) -> None:
        """Keep a page that has nothing to show yet, to be taken as well."""
        page.setParent(self)
        self._early = page

    def take_early(self) -> Page | None:
        """That page, if it was not dropped, for whoever can serve it now."""
        page, self._early = self._early, None
        if page is not None:
            page.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, on=False)
        return page

    def _drop_early(self) -> None:
        page = self.take_early()
        if page is not None:
            page.leave()

    def show_page(self, page: Page) -> None:
        """Show a page, new or kept."""
        self._drop_early()
        stack = self._stack_of(page)
        if page not in self._pages:
            self._pages.append(page)
            if stack.indexOf(page) < 0:
                stack.addWidget(page)
            page.key_asked.connect(self.key_asked)
            page.renamed.connect(self._tell_title)
        self.page_shown.emit(page)
        self._place_basket(page)
        takes_over = self._has_keyboard(stack, other_than=page)
        if takes_over:
            # Over the former page, which still shows: Qt would pass the keyboard of a page that has gone
            # through whatever stands beside it, and each is heard.
            page.setGeometry(stack.rect())
            page.show()
        else:
            self._put(stack, page)
        uses_day, has_filter = page.uses_day, page.filter_by is not None
        self._show("page", lambda frame: frame.top.serve(uses_day=uses_day, has_filter=has_filter))
        self.top.search.clear()
        page.take_around(self._around)
        page.enter()
        if takes_over:
            self._put(stack, page)

    def _put(self, stack: QStackedWidget, page: Page) -> None:
        """Put a page in the place of the former one."""
        stack.setCurrentWidget(page)
        if page.has_sheet:
            self._whole.setCurrentIndex(0)
        self._place_notices()
        self._tell_title()

    def _has_keyboard(self, stack: QStackedWidget, *, other_than: Page) -> bool:
        """Whether the keyboard is on the page of this stack that is on screen, and that is another one."""
        former, focused = self.current_page, QApplication.focusWidget()
        is_here = former is not None and former is not other_than and stack.indexOf(former) >= 0
        return is_here and focused is not None and former is not None and former.isAncestorOf(focused)

    def _tell_title(self) -> None:
        """Name the page in the title, and the language, by which a screen reader chooses its voice."""
        self.setLocale(QLocale(f"{self.language}_IN"))
        title, program = self.current_page and self.current_page.title, tr("Agency Counter")
        self.setWindowTitle(f"{tr(title)} \N{EN DASH} {program}" if title else program)

    def drop_page(self, page: Page) -> None:
        """End a page; another one is or will be shown."""
        if page in self._pages:
            self._pages.remove(page)
            page.leave()
            if isValid(page):
                page.hide()

    def show_place(self, key: str) -> None:
        """Mark the present place on the rail."""
        self._show("place", lambda frame: frame.rail.show_place(key))

    def show_more(self, place: RailPlace, *, shown: bool) -> None:
        """Show a place on the rail that is there only where it is switched on, or take it away."""
        self._show(place.key, lambda frame: frame.rail.offer(place, offered=shown))

    def show_count(self, count: int, place: str = "bookings") -> None:
        """Show at a place of the rail how many need an answer, such as unknown outcomes."""
        self._show(joined(" ", ("count", place)), lambda frame: frame.rail.show_count(place, count))

    def show_clerk(self, name: str | None) -> None:
        """Show the clerk on duty, empty for none; None when there are no clerks."""
        self._show("clerk", lambda frame: frame.rail.show_clerk(name))

    def show_basket(self, basket: Basket | None, waiting: Sequence[Basket] = ()) -> None:
        """Show below the sheet the open basket, and that others wait, unless the page does; else hide it."""
        self._basket = basket, waiting
        self._place_basket(self.current_page)

    def _place_basket(self, page: Page | None) -> None:
        shown = (None, ()) if page is not None and page.shows_basket else self._basket
        self._show("basket", lambda frame: frame.show_basket(*shown))

    def offer(self, action: actions.Action, act: Act) -> None:
        """Bind the keys of something that is switched on; F1 and the palette list it."""
        self._offered[action] = act, bind(self, action, act, in_window=True)

    def withdraw(self, action: actions.Action) -> None:
        """Take back what is switched off."""
        for shortcut in self._offered.pop(action)[1]:
            shortcut.setEnabled(False)
            shortcut.deleteLater()

    @property
    def offered(self) -> dict[actions.Action, Act]:
        """What is switched on, besides what every counter has."""
        return {action: act for action, (act, _) in self._offered.items()}

    def show_customer(self, *, blank: bool) -> None:
        """Show that the customer window was blanked, or (False) that it follows."""
        self._show("customer", lambda frame: frame.top.show_customer(blank=blank))

    def show_practice(self, *, practising: bool, sandbox: bool = False) -> None:
        """Show or hide the band of practice or sandbox."""
        self._show("practice", lambda frame: frame.show_practice(practising=practising, sandbox=sandbox))

    def show_wallet(self, wallet: Wallet | None, *, is_old: bool = False) -> None:
        """Show a reading in the wallet chip."""
        self._show("wallet", lambda frame: frame.top.show_wallet(wallet, is_old=is_old))

    def show_alerts(self, alerts: Alerts) -> None:
        """Set the alerts that the wallet chip shows."""
        self._show("alerts", lambda frame: frame.top.wallet.show_alerts(alerts))

    def show_online(self, *, online: bool, since: datetime | None = None) -> None:
        """Show whether the service answers, and since when it does not."""
        is_news, self._is_online = online is not self._is_online, online
        was_in_band = online and _holds_keyboard(self._frame.offline)
        self._show("online", lambda frame: frame.show_online(online=online, since=since))
        if was_in_band:
            # Qt would pass the keyboard on to whatever button stands next.
            self._to_page()
        if is_news:
            self._line.tell(tr("Online") if online else self._frame.offline.accessibleName())
        self._tell_page()

    def show_otherwise(self, *, otherwise: bool) -> None:
        """Show whether the service answers otherwise than described."""
        self._show("otherwise", lambda frame: frame.top.show_otherwise(otherwise=otherwise))

    @property
    def is_online(self) -> bool:
        """Whether the service answers, as far as is known."""
        return self._is_online

    @property
    def _around(self) -> Around:
        return Around(self.net_shown, self._is_online, self._obstacle().what if self._obstacle else "")

    def _tell_page(self) -> None:
        self._on_page(lambda page: page.take_around(self._around))
        if self._early is not None:
            self._early.take_around(self._around)

    def show_selling(self, obstacle: Callable[[], Advice] | None) -> None:
        """Show why nothing can be sold with this API key, or (None) that selling is possible."""
        self._obstacle = obstacle
        was_in_band = obstacle is None and _holds_keyboard(self._frame.key_band)
        self._show("selling", lambda frame: frame.show_selling(obstacle() if obstacle else None))
        if was_in_band:
            self._to_page()
        self._tell_page()

    def show_notice(self, text: Words, more: Words = "", tone: Tone = "warning", *, about: About) -> None:
        """Show a notice above the page; an empty text removes it. It is made again in another language.

        There is one notice for each `about`, and the most urgent is shown.
        """
        self._frame.notice.show_notice(text, more, tone, about)

    def offer_look(self, *, offered: bool) -> None:
        """Offer a button beside the notice to confirm that its subject was checked."""
        self._frame.notice.offer_look(offered=offered)

    def show_settling(self, then: Wording) -> None:
        """Show that a booking is waited for and what follows; an empty text removes it."""
        self.is_settling = bool(then)
        self.show_notice(_SETTLING if then else "", then, about="settling")

    def say(self, text: str, undo: Callable[[], object] | None = None) -> None:
        """Show a message for six seconds; `undo` reverses what was done."""
        self._frame.say(text, None if undo is None else undoing(undo))

    def say_saved(self, file: Path) -> None:
        """Show for six seconds where a file was written, and offer to open it."""
        self._frame.say(saved_words(file), opening(file))

    def find_words(self, words: str) -> None:
        """Filter the page by words, as if they were typed in the search field."""
        if words:
            self.top.search.setText(words)
            self._pass_search(words)

    def begin_day(self) -> None:
        """Show the times of yesterday with their date, since another day has begun."""
        for each in self.findChildren(QWidget):
            if isinstance(each, ShowsTimes):
                each.begin_day()

    def age(self, now: Moment) -> None:
        """Show the age of what has become old."""
        self.top.wallet.age(now)
        if self.current_page is not None:
            self.current_page.aged.emit(now)

    def show_keys(self) -> None:
        """Show all keys of the page, over it."""
        # Not needed for the first paint.
        from app.ui.kit.sheets.shortcut_help import ShortcutHelp

        page = self.current_page
        if page is not None:
            usual = actions.EVERYWHERE if page.has_day else actions.WITHOUT_DAY
            everywhere = actions.ON_WHOLE_PAGES if self._takes_whole() else usual
            offered = (each for each in self._offered if each.keys)
            sheet = ShortcutHelp(self, page.own_actions, (*everywhere, *offered))
            sheet.handbook_asked.connect(partial(self.show_handbook, ""))

    def show_details(self) -> None:
        """Open or close the details of the page, or go into them (F7)."""
        pane = None if self.current_page is None else pane_of(self.current_page)
        if pane is not None:
            pane.toggle_drawer()

    def show_handbook(self, words: str = "") -> None:
        """Open the handbook over the page, with what is found in it by some words."""
        from app.ui.handbook.handbook_sheet import HandbookSheet

        HandbookSheet(self).look_for(words)

    def toggle_net(self) -> None:
        """Show or hide the wallet side, as by a tap of F8."""
        self.net.toggle()

    def read_again(self) -> None:
        """Read the page again (F5)."""
        self._on_page(lambda page: page.read_again())

    def follow_office(self) -> None:
        """Show on the page what other desks of the office have done meanwhile."""
        self._on_page(lambda page: page.office_changed.emit())

    def type_day(self) -> None:
        """Begin typing the day (Ctrl T), where there is one."""
        page = self.current_page
        if page is not None and not page.has_day:
            self.say(tr("There is no date to change on this page."))
            return
        self._on_day(DatePicker.begin_typing)
        self._on_page(lambda page: page.answers.get(actions.TYPE_DAY, bool)())

    def close_now(self) -> None:
        """Close without asking."""
        self._may_close = True
        self.close()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        if self._may_close:
            super().closeEvent(event)
            return
        event.ignore()
        self.close_asked.emit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    def _measure(self) -> None:
        """Let everything follow the room, if it is in another step now."""
        room = room_of_size(self.width(), self.height() - self._frame.bands_height)
        if room != self._room:
            self._room = room
            self.room_changed.emit(room)
            tell_room(self, room)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle keys that no other widget has used."""
        if is_asking(self) or event.isAutoRepeat():
            event.ignore()
        elif actions.SHOW_NET.matches(event):
            self.net.press()
        elif actions.STEP_BACK.matches(event) and self.current_page is not None:
            pane = pane_of(self.current_page)
            if pane is None or not pane.close_drawer():
                self.current_page.step_back()
        else:
            super().keyPressEvent(event)

    @override
    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F8 and not event.isAutoRepeat():
            self.net.release()
        else:
            super().keyReleaseEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow():
            self.net.release()

    def _show(self, thing: str, show: Callable[[WindowFrame], None]) -> None:
        self._shown[thing] = show
        show(self._frame)

    def _framed(self, today: date) -> WindowFrame:
        """A new frame around the pages, placed in the window."""
        frame = WindowFrame(today, self._sheet_pages)
        frame.notice.look.clicked.connect(self.looked)
        frame.notice.dismissed.connect(self.notice_dismissed)
        frame.notice.went.connect(self.went)
        frame.rail.chosen.connect(self.place_chosen)
        frame.rail.clerk.clicked.connect(self.clerk_asked)
        frame.rail.basket.clicked.connect(self.basket_asked)
        frame.rail.keys.clicked.connect(self.show_keys)
        frame.bands_changed.connect(self._measure)
        frame.band.leave.clicked.connect(self.practice_left)
        frame.key_band.enter.clicked.connect(self.ask_key)
        frame.key_band.check.clicked.connect(self.check_asked)
        frame.offline.try_now.clicked.connect(self.try_asked)
        frame.top.net.clicked.connect(self.net.toggle)
        frame.top.wallet.clicked.connect(lambda: self.place_chosen.emit("wallet"))
        frame.top.day.day_chosen.connect(self._pass_day)
        frame.top.day.month_shown.connect(self._look_ahead)
        frame.top.day.left.connect(self._to_page)
        frame.top.search.textEdited.connect(self._pass_search)
        frame.top.search.gone.connect(self._to_page)
        self._whole.insertWidget(0, frame)
        return frame

    def _add_keys(self) -> None:
        acts: dict[actions.Action, tuple[Act, ...]] = {
            place.action: (partial(self.place_chosen.emit, place.key),) for place in PLACES
        }
        acts |= {
            actions.OPEN_BASKET: (self.basket_asked.emit,),
            actions.CHANGE_CLERK: (self.clerk_asked.emit,),
            actions.FIND: (self._ask_palette,),
            actions.FILTER: (self._to_search,),
            actions.TYPE_DAY: (self.type_day,),
            actions.STEP_DAY: (partial(self._step_day, -1), partial(self._step_day, 1)),
            actions.PRINT_LAST: (self._print,),
            actions.ENTER_KEY: (self.ask_key,),
            actions.NOTICES: (
                lambda: self._on_notices(NoticeLine.show_next),
                lambda: self._on_notices(NoticeLine.put_away),
            ),
            actions.READ_AGAIN: (self.read_again,),
            actions.GO_ON: (lambda: self._on_page(lambda page: page.run_primary()),),
            actions.SHOW_DETAILS: (self.show_details,),
            actions.SHOW_KEYS: (self.show_keys,),
        }
        for action, each in acts.items():
            bind(self, action, *each, in_window=True)

    def _place_notices(self) -> None:
        """Show the notices above the sheet, or above a page that takes the whole window."""
        notice = self._frame.notice
        if not self._takes_whole():
            self._frame.take_notice()
        elif notice.parentWidget() is not self:
            inset = style.SHEET_INSET
            notice.setContentsMargins(inset, inset, inset, 0)
            self._column.insertWidget(0, notice)

    def _takes_whole(self) -> bool:
        return self._whole.currentIndex() > 0

    def _on_page(self, act: Callable[[Page], object]) -> None:
        page = self.current_page
        if page is not None:
            act(page)

    def _on_notices(self, act: Callable[[NoticeLine], None]) -> None:
        act(self._frame.notice)

    def _on_day(self, act: Callable[[DatePicker], None]) -> None:
        page = self.current_page
        if page is not None and page.uses_day:
            act(self.top.day)

    def _step_day(self, days: int) -> None:
        """Change the travel date, or the page's own day, by -1 or 1."""
        self._on_day(DatePicker.step_back if days < 0 else DatePicker.step_on)
        self._on_page(lambda page: page.answers.get(actions.STEP_DAY, bool)(days))

    def _print(self) -> None:
        """Print what the page has to print, else the voucher of the last sale."""
        page = self.current_page
        if page is None or not page.answers.get(actions.PRINT_LAST, bool)():
            self.print_asked.emit()

    def _ask_palette(self) -> None:
        if not self._takes_whole():
            self.palette_asked.emit("")

    def ask_key(self) -> None:
        """Ask for another API key, while this one sells nothing (Alt K)."""
        if self.is_selling_off:
            self.key_asked.emit()

    def _to_search(self) -> None:
        page = self.current_page
        if self._takes_whole() or page is None:
            return
        field = page.own_search or (None if page.filter_by is None else self.top.search)
        if field is None:
            self._ask_palette()
        else:
            field.setFocus(Qt.FocusReason.ShortcutFocusReason)
            field.selectAll()

    def _to_page(self) -> None:
        self._on_page(lambda page: page.take_focus())

    def _pass_day(self, day: date) -> None:
        self._on_page(lambda page: page.show_day(day))

    def _look_ahead(self, days: tuple[date, ...]) -> None:
        show = self.top.day.show_open
        self._on_page(lambda page: page.look_ahead(days, lambda day, is_open: show(day, is_open=is_open)))

    def _pass_search(self, text: str) -> None:
        page = self.current_page
        if page is not None and page.filter_by is not None:
            page.filter_by(text)
        elif text:
            self.top.search.clear()
            self.palette_asked.emit(text)

    def _show_net(self) -> None:
        self._show("net", lambda frame: frame.top.show_net(shown=self.net_shown))
        self._tell_page()
        self.net_toggled.emit(self.net_shown)


def _holds_keyboard(band: QWidget) -> bool:
    """Whether the keyboard is on a button of this band."""
    focused = QApplication.focusWidget()
    return focused is not None and band.isAncestorOf(focused)

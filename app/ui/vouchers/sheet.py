"""A paper over the dimmed window: a preview, and the ways to hand it over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget
from typing_extensions import override

from app.core.language import LANGUAGES, mark, tr, trn
from app.desk.model.typed_text import phone
from app.desk.vouchers.voucher import Voucher
from app.desk.vouchers.voucher_text import chat_number
from app.ui.kit.basics.actions import Action
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.checkbox import Checkbox
from app.ui.kit.controls.segmented import Segment, SegmentChoice, Segmented
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.message_box import MessageBox, Notice, Tone
from app.ui.kit.sheets.modal_question import QuestionWords
from app.ui.kit.sheets.modal_sheet import ModalSheet, pass_focus, raised_panel
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.kit.sheets.toast import open_file, saved_words
from app.ui.vouchers import actions
from app.ui.vouchers.delivery import PaperDelivery
from app.ui.vouchers.measures import PAPERS
from app.ui.vouchers.paper import CustomerPaper, VoucherPaper
from app.ui.vouchers.preview import PaperPreview
from app.ui.vouchers.typesetting import INSTEAD

_SIDE, _EDGE, _LINE = 24, 32, 48
_PREVIEW, _CONTROLS, _BAR = 430, 330, 8
_ROLL = 302
"""A receipt is shown in the size that it has."""
NO_NUMBER = mark("Type the number with its country code, such as +91 98450 12377.")


class PaperSheet(ModalSheet):
    """Chooses paper, language and price, and emits `asked` to hand it over; Esc closes.

    The arrows and the page keys scroll the preview.
    """

    own_actions = actions.VOUCHER
    hint = mark("1 2 3 paper, L language, arrows scroll")
    priced_hint = mark("1 2 3 paper, L language, R price, arrows scroll")
    """The keys where the paper has a price that need not be on it."""
    way_actions: Mapping[str, Action] = {
        "print": actions.PRINT,
        "save": actions.SAVE,
        "copy": actions.COPY,
        "clip": actions.CLIP,
        "mail": actions.MAIL,
        "chat": actions.CHAT,
    }
    """The actions that hand it over, by the names of their ways."""
    language_name = mark("Language of the customer")
    asked = Signal(str)
    """Emitted with the name of a chosen way."""
    number_given = Signal(str)
    """Emitted with the digits for a chat, confirmed by the clerk."""

    def __init__(self, window: QWidget, paper: CustomerPaper[Any], title: str) -> None:
        if paper.branding.paper not in paper.sizes:
            # Where vouchers are receipts, what has no such paper is shown on its first.
            paper = paper.shown(replace(paper.branding, paper=paper.sizes[0]))
        self._chosen = paper
        super().__init__(window, title)
        self._renew()
        self._paper.chosen.connect(self._brand)
        self._language.chosen.connect(self._brand)
        self._price.toggled.connect(self._brand)
        for name, button in self._ways.items():
            button.clicked.connect(partial(self._ask, name))
        self._number.edited.connect(lambda: self._number.show_error(""))
        self._number.entered.connect(self._give_number)

    @override
    def _first(self) -> QWidget:
        return self._ways["print"]

    @property
    def chosen(self) -> CustomerPaper[Any]:
        """The paper as it is chosen now."""
        return self._chosen

    def be_served(self, ways: PaperDelivery) -> None:
        """Hand over in these ways, show what became of it, and end them with this sheet."""
        self.asked.connect(ways.take)
        self.closed.connect(ways.end)
        ways.done.connect(self.show_done)
        ways.saved.connect(self.show_saved)
        ways.failed.connect(self.show_failed)
        ways.number_asked.connect(self.ask_number)
        self.number_given.connect(ways.chat_with)

    def show_done(self, text: str) -> None:
        """Show below the buttons that it was handed over."""
        self._say("success", text)

    def show_saved(self, file: Path) -> None:
        """Show below the buttons where it was saved, with a button to open it."""
        self._say("success", saved_words(file), file)

    def show_failed(self, text: str) -> None:
        """Show below the buttons that it was not, and what to do."""
        self._say("danger", text)

    def ask_number(self, phone: str) -> None:
        """Show the customer's number, to be completed with its country code; Enter opens the chat."""
        self.show_done("")
        self._number.set_text(phone)
        self._number.show_error("")
        self._show_number(shown=True)
        self._number.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_gap(self, text: str) -> None:
        """Show what of the booking is unknown."""
        self._gap.show_words(text)
        self.lay_out()

    @override
    def event(self, event: QEvent) -> bool:
        """Handle Ctrl P, or another key of a way, before the window's own shortcut does."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(any(each.matches(event) for each in self.way_actions.values()))
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._number.isVisible():
            self._leave_number()
            return
        act = next((act for action, act in self._acts.items() if action.matches(event)), None)
        if act is not None and not event.isAutoRepeat():
            act()
        elif actions.PAPER.matches(event):
            self._choose_size(int(event.text()))
        elif not self._scroller.take_key(event.key(), _LINE):
            super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._panel.setFixedHeight(self.height() - 2 * _EDGE)
        self._fit_preview()

    def _fit_preview(self) -> None:
        """Show the paper as wide as it is drawn, or as there is room beside the controls."""
        beside = _CONTROLS + 4 * _SIDE + 2 * _EDGE + _BAR + 3
        room = min(_PREVIEW, self.width() - beside)
        is_roll = self._chosen.branding.paper == PAPERS[-1]
        self._preview.fit(min(_ROLL, room) if is_roll else room)
        self._scroller.setFixedWidth(room + 2 * _SIDE + _BAR)

    @override
    def _build(self, question: QuestionWords) -> None:
        branding = self._chosen.branding
        self._paper = Segmented((SegmentChoice(each, each) for each in self._chosen.sizes), tr("Paper"))
        self._paper.setObjectName("voucher_paper")
        self._paper.choose(branding.paper)
        self._language = Segmented((SegmentChoice(*each) for each in LANGUAGES.items()), tr("Language"))
        self._language.setObjectName("voucher_language")
        self._language.choose(branding.language)
        self._price = called("voucher_price", Checkbox(tr("Customer price")))
        self._price.setChecked(branding.shows_price)
        self._preview = called("voucher_preview", PaperPreview(_PREVIEW))
        self._pages = Label("", "caption", "text3")
        self._number = TextField(tr("Number for the chat"), "chat_number", helper=tr(NO_NUMBER), takes=phone)
        self._number.hide()
        self._hint = Label("", "caption", "text3", wraps=True)
        self._note = called("voucher_note", Notice("success"))
        self._gap = called("voucher_gap", Notice("warning"))
        self._unseen = called("voucher_unseen", MessageBox("warning"))
        self._unseen.hide()
        self._file: Path | None = None
        self._open = called("open_file", Button(tr("Open file"), size=28))
        self._open.clicked.connect(self._open_saved)
        self._note.add(self._open)
        self._ways = {
            name: Button(action, "primary" if name == "print" else "secondary", fills=True)
            for name, action in self.way_actions.items()
        }
        self._acts: dict[Action, Callable[[], None]] = {
            actions.LANGUAGE: self._next_language,
            actions.PRICE: self._toggle_price,
            **{self.way_actions[name]: button.click for name, button in self._ways.items()},
        }
        for key, button in self._ways.items():
            button.setObjectName(f"voucher_{key}")
        self._panel = raised_panel(question.title, "voucher_panel")
        self._panel.setLayout(self._laid_out(question.title))
        self.setLayout(column(None, row(None, self._panel, None), None))

    def _laid_out(self, title: str) -> QBoxLayout:
        self._scroller = Scroller(
            held(row(None, self._preview, None, margins=(_SIDE, 20, _SIDE, 20), top=True))
        )
        controls = column(
            row(Label(title, "heading", elides=True), None, self._buttons[0]),
            4,
            self._pages,
            16,
            self._gap,
            Label(tr("Paper"), "captionStrong", "text2"),
            4,
            row(self._paper, None),
            12,
            Label(tr(self.language_name), "captionStrong", "text2"),
            4,
            row(self._language, None),
            14,
            row(self._price, None),
            20,
            column(*self._ways.values(), gap=8),
            8,
            self._number,
            self._note,
            self._unseen,
            None,
            self._hint,
            gap=4,
            margins=(_SIDE, 16, _SIDE, 16),
        )
        self._side = Scroller(held(controls), passes_keys=True)
        self._side.setFixedWidth(_CONTROLS + 2 * _SIDE)
        line = row((self._scroller, 0), (Hairline(down=True), 0), (self._side, 0), margins=(1, 1, 1, 1))
        return column(line)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        chosen = (each for each in self._panel.findChildren(Segment) if each.isChecked())
        stops = (self._buttons[0], *chosen, self._price, *self._ways.values(), self._number.edit, self._open)
        shown = [each for each in stops if each.isVisible()]
        if shown:
            pass_focus(shown, forward=next)
        # Without any it is being closed.
        return bool(shown)

    def _toggle_price(self) -> None:
        if self._chosen.may_hide_price:
            self._price.click()

    def _choose_size(self, number: int) -> None:
        if number <= len(self._chosen.sizes):
            self._paper.choose(self._chosen.sizes[number - 1])

    def _next_language(self) -> None:
        codes = list(LANGUAGES)
        self._language.choose(codes[(codes.index(self._chosen.branding.language) + 1) % len(codes)])

    def _say(self, tone: Tone, text: str, file: Path | None = None) -> None:
        self._file = file
        self._open.setVisible(file is not None)
        self._note.set_tone(tone)
        self._note.show_words(text)
        self.lay_out()
        if text:
            self._side.bring(self._note)

    def _open_saved(self) -> None:
        if self._file is not None:
            open_file(self._file)

    def _ask(self, way: str) -> None:
        self._show_number(shown=False)
        self.asked.emit(way)

    def _show_number(self, *, shown: bool) -> None:
        """The field, in place of the keys, which do nothing while one types in it."""
        self._number.setVisible(shown)
        self._hint.setVisible(not shown)
        self.lay_out()

    def _give_number(self) -> None:
        digits = chat_number(self._number.text())
        if not digits:
            self._number.show_error(tr(NO_NUMBER))
            self.lay_out()
            return
        self._leave_number()
        self.number_given.emit(digits)

    def _leave_number(self) -> None:
        self._ways["chat"].setFocus(Qt.FocusReason.OtherFocusReason)
        self._show_number(shown=False)

    def _brand(self) -> None:
        branding = replace(
            self._chosen.branding,
            paper=self._paper.current,
            language=self._language.current,
            shows_price=self._price.isChecked(),
        )
        self._chosen = self._chosen.shown(branding)
        self.show_done("")
        self._renew()

    def _renew(self) -> None:
        """Show the paper as it is chosen now."""
        self._fit_preview()
        self._preview.show_paper(self._chosen)
        self._pages.setText(trn("1 page", "{number} pages", self._preview.pages))
        may_hide = self._chosen.may_hide_price
        self._price.setVisible(may_hide)
        self._hint.setText(tr(self.priced_hint if may_hide else self.hint))
        missing = self._preview.missing
        self._unseen.show_words(
            trn(
                "A character cannot be printed with the fonts of this computer: {characters}",
                "{number} characters cannot be printed with the fonts of this computer: {characters}",
                len(missing),
                characters=" ".join(missing),
            ),
            tr("{mark} stands in its place. Write it in by hand.", mark=INSTEAD),
        )
        self._unseen.setVisible(bool(missing))


class VoucherSheet(PaperSheet):
    """A voucher, with or without the customer's price."""

    def __init__(self, window: QWidget, voucher: Voucher) -> None:
        super().__init__(window, VoucherPaper(voucher), tr("Voucher {pnr}", pnr=voucher.booking_ref))
        self.setObjectName("voucher_sheet")

    @property
    def voucher(self) -> Voucher:
        """The voucher as it is chosen now."""
        return cast("Voucher", self.chosen.value)

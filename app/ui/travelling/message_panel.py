"""The message to one party: opened in the system's programs, and told only when the clerk says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.core.frozen import frozen
from app.core.language import LANGUAGES, Message, joined, mark, tr
from app.desk.model import formats
from app.desk.model.typed_text import phone
from app.desk.vouchers.links import chat_to, mail_to
from app.desk.vouchers.voucher_text import chat_number
from app.ui.kit.basics.actions import Action
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button, shrinking_row
from app.ui.kit.controls.segmented import SegmentChoice, Segmented
from app.ui.kit.controls.text_box import TextBox
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.page_layout import ActionBar, Scroller
from app.ui.kit.sheets.shortcuts import Act
from app.ui.travelling import actions
from app.ui.vouchers.delivery import TextDelivery
from app.ui.vouchers.sheet import NO_NUMBER

NO_PHONE = mark("No phone. Add one in the booking.")
_OPENED = {
    "chat": mark("Chat opened {time}. Did you send it?"),
    "mail": mark("E-mail draft opened {time}. Did you send it?"),
    "copy": mark("Copied {time}. Did you send it?"),
}
_HEIGHT = 150
"""The least height of the text while it is changed."""


@frozen
class Recipient:
    """A party and what it may be told."""

    key: str
    """The request number of its sale."""
    booking_ref: str
    name: str = field(repr=False)
    phone: str = field(repr=False)
    email: str = field(repr=False)
    subject: str
    """Of an e-mail."""
    texts: Mapping[str, str] = field(repr=False)
    """The message by the code of its language."""
    place: str = ""
    """Such as "4 of 35"."""
    note: str = ""
    """What is known of it so far, such as when it was told."""
    why_not: str = ""
    """Why it is told nothing yet; empty when it may be."""
    words: tuple[Message, Message] = (mark("Open chat"), mark("Told, next party"))
    """What the button says before something was opened or copied, and then."""


_NOBODY = Recipient("", "", "", "", "", "", {})


@frozen
class _Written:
    """The message as it stands now, for one party."""

    recipient: Recipient
    words: str = field(repr=False)

    @property
    def value(self) -> str:
        return self.recipient.key

    @property
    def phone(self) -> str:
        return self.recipient.phone

    @property
    def email(self) -> str:
        return self.recipient.email

    @property
    def copied(self) -> str:
        return tr("Text copied")

    def text(self) -> str:
        return self.words

    def mail_link(self) -> str:
        return mail_to(self.recipient.email, self.recipient.subject, (self.words,))

    def chat_link(self, digits: str) -> str:
        return chat_to(digits, (self.words,))


class MessagePanel(QWidget):
    """Enter opens the chat, Enter again says that it is told; its holder binds `acts` and shows the next."""

    told = Signal(str, str)
    """Emitted with the party's key, and the way: chat, mail, copy or empty."""
    not_reached = Signal(str)
    """Emitted with the party's key."""
    edited = Signal()
    """Emitted when the clerk has ended changing the text: the keyboard belongs to the list again."""
    stated = Signal(str, str)
    """Emitted with the name of the party, and what became of its message or why it is told nothing."""

    def __init__(self, clock: Callable[[], datetime], language: str = "en") -> None:
        """`clock` is that of this counter; `language` is the code of the first message's."""
        super().__init__()
        self._clock = clock
        self._recipient: Recipient | None = None
        self._way = ""
        """How it was handed over last; empty while it was not."""
        self._own: dict[str, str] = {}
        """The changed text of this party by language."""
        self._announcer = Announcer(self)
        self._name, self._place = Label("", "bodyHeavy", elides=True), Label("", "caption", "text3")
        self._about = Label("", "body", "text2", wraps=True)
        choices = (SegmentChoice(code, name) for code, name in LANGUAGES.items())
        self._language = Segmented(choices, tr("Language of the message"), small=True)
        self._language.setObjectName("message_language")
        self._language.choose(language)
        self._words, self._box = MessageText(), TextBox()
        self._box.setObjectName("message_own_text")
        self._box.setAccessibleName(tr("Text for this party"))
        self._box.setMinimumHeight(_HEIGHT)
        self._copy, self._mail = Button(actions.COPY, size=28), Button(actions.MAIL, size=28)
        self._change = Button(actions.CHANGE, size=28)
        self._number = TextField(
            tr("Number with the country code"), "message_number", takes=phone, helper=tr(NO_NUMBER)
        )
        # What is asked for stands apart from the line below it; hidden it leaves no gap.
        self._number.setContentsMargins(0, 0, 0, 10)
        self._state, self._more = Label("", "body", "text2", wraps=True), column()
        self._primary = called("go_on_telling", Button("", "primary", size=48, key=actions.GO_ON, fills=True))
        self._missed, self._again = (
            Button(actions.NOT_REACHED, "quiet", size=28),
            Button(actions.AGAIN, "quiet", size=28),
        )
        self.setFocusProxy(self._primary)
        self.delivery = TextDelivery(self, lambda: self._written)
        self._build()
        self._connect()
        self.show_recipient(None)

    @property
    def acts(self) -> dict[Action, Act]:
        """What its keys do, without Enter, which is the list's: `go_on`."""
        return {
            actions.NOT_REACHED: self._missed.click,
            actions.MAIL: self._mail.click,
            actions.COPY: self._copy.click,
            actions.CHANGE: self.change,
            actions.AGAIN: self._again.click,
            actions.LANGUAGE: self._next_language,
        }

    @property
    def is_typed_in(self) -> bool:
        """Whether its text or the number is being changed."""
        return self._parts.currentWidget() is self._box or self._number.isVisible()

    def hold(self, part: QWidget) -> None:
        """Show this, too, between the message and what became of it."""
        self._more.addWidget(part)

    def show_recipient(self, recipient: Recipient | None) -> None:
        """Show a party; None for nobody. A text that was changed goes with what it was changed from."""
        former, self._recipient = self._recipient, recipient
        is_other = recipient is None or former is None or recipient.key != former.key
        is_anew = recipient is None or former is None or is_other or recipient.texts != former.texts
        was_typed = not is_other and is_anew and (bool(self._own) or self.is_typed_in)
        if is_other:
            self._way = ""
        if is_anew:
            self.stop_typing()
            self._own.clear()
        for each in (self, self.foot):
            each.setEnabled(recipient is not None)
        if recipient is None:
            for each in (self._name, self._place, self._about, self._words):
                each.setText("")
            self._say("")
        else:
            self._name.setText(recipient.name or tr("No name"))
            self._place.setText(recipient.place)
            self._about.setText(joined(", ", (recipient.phone or tr("No phone"), recipient.booking_ref)))
            # What was opened or copied waits for its answer, whatever is read anew meanwhile.
            if not self._way:
                self._say("" if recipient.why_not else recipient.note)
            if was_typed:
                self._say(tr("The booking has changed meanwhile. The text is written anew."))
        self._renew()

    def go_on(self) -> None:
        """Open the chat; when something was opened or copied, it is told."""
        if self._primary.isEnabled() and self.isEnabled():
            self._primary.click()

    def change(self) -> None:
        """Change the text for this party, or be done with that."""
        if self._parts.currentWidget() is self._box:
            self.stop_typing()
            self.edited.emit()
        elif self._change.isEnabled():
            self._box.setPlainText(self._words.text())
            self._parts.setCurrentWidget(self._box)
            self._box.setFocus(Qt.FocusReason.OtherFocusReason)

    def stop_typing(self) -> None:
        """Take what was typed, and show it as it will be sent."""
        if self._parts.currentWidget() is self._box:
            self._own[self._language.current] = self._box.toPlainText().strip()
            self._parts.setCurrentIndex(0)
        self._number.hide()
        self._scroller.show_top()
        self._renew()

    def _build(self) -> None:
        self._parts = QStackedWidget()
        paper = Box("sunken", "line", radius=8)
        paper.setLayout(column(self._words, None, margins=(14, 12, 14, 12)))
        for each in (paper, self._box):
            self._parts.addWidget(each)
        first, second = row(gap=8), row(gap=8)
        first.addWidget(self._name, 1)
        first.addWidget(self._place)
        second.addWidget(self._about, 1, Qt.AlignmentFlag.AlignVCenter)
        second.addWidget(self._language)
        self._glyph = Icon("message-circle", 14, "text3", above=3)
        line = row(self._glyph, (self._state, 1), gap=8, top=True)
        self._spoken_state = held(line)
        body = column(first, 2, second, 12, self._parts, 10, margins=(20, 14, 20, 14))
        body.addLayout(shrinking_row(self._copy, self._mail, self._change, None))
        body.addSpacing(10)
        body.addWidget(self._number)
        body.addWidget(Hairline())
        body.addSpacing(10)
        body.addLayout(self._more)
        body.addWidget(self._spoken_state)
        body.addStretch(1)
        whole = column()
        self._scroller = Scroller(held(body))
        whole.addWidget(self._scroller, 1)
        self.foot = ActionBar(self._primary, held(row(self._missed, None, self._again)), stacked=True)
        whole.addWidget(self.foot)
        self.setLayout(whole)

    def _connect(self) -> None:
        self._primary.clicked.connect(self._take_primary)
        self._missed.clicked.connect(self._miss)
        self._again.clicked.connect(self.delivery.chat)
        self._copy.clicked.connect(self.delivery.copy)
        self._mail.clicked.connect(self.delivery.mail)
        self._change.clicked.connect(self.change)
        self._language.chosen.connect(self._renew)
        self._number.entered.connect(self._give_number)
        self.delivery.handed.connect(self._note_way)
        self.delivery.failed.connect(self._answer)
        self.delivery.number_asked.connect(self._ask_number)

    def _take_primary(self) -> None:
        recipient = self._recipient
        if recipient is None:
            return
        if self._way:
            self.told.emit(recipient.key, self._way)
        else:
            self.delivery.chat()

    def _miss(self) -> None:
        if self._recipient is not None:
            self.not_reached.emit(self._recipient.key)

    def _note_way(self, _key: object, way: str) -> None:
        self._way = way
        self._answer(tr(_OPENED[way], time=formats.clock_seconds(self._clock())))
        self._renew()

    def _ask_number(self, number: str) -> None:
        """Show the number, to be completed with its country code; Enter opens the chat."""
        self._number.set_text(number)
        self._number.show()
        self._scroller.bring(self._number)
        self._number.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def _give_number(self) -> None:
        digits = chat_number(self._number.text())
        if not digits:
            self._number.show_error(tr(NO_NUMBER))
            return
        self.stop_typing()
        self.edited.emit()
        self.delivery.chat_with(digits)

    def _next_language(self) -> None:
        codes = list(LANGUAGES)
        self._language.choose(codes[(codes.index(self._language.current) + 1) % len(codes)])

    @property
    def _written(self) -> _Written:
        return _Written(self._recipient or _NOBODY, self._words.text())

    def _answer(self, text: str) -> None:
        """Say what became of the press of a key, and have it seen where it is said here alone."""
        self._say(text)
        if self.isAncestorOf(self.foot):
            self._scroller.bring(self._spoken_state)

    def _say(self, text: str) -> None:
        self._state.setText(text)
        self._spoken_state.setVisible(bool(text))
        self._announcer.tell(text)
        why_not = "" if self._recipient is None else self._recipient.why_not
        self.stated.emit(self._name.text(), text or why_not)

    def _renew(self) -> None:
        """Show the text and the buttons as they are now."""
        recipient = self._recipient
        if recipient is None:
            self._primary.set_label(tr("Open chat"))
            return
        language, why_not = self._language.current, recipient.why_not
        self._words.setText(why_not or self._own.get(language) or recipient.texts[language])
        self._primary.set_label(tr(recipient.words[bool(self._way)]))
        no_phone = "" if recipient.phone or self._way else tr(NO_PHONE)
        for button, reason in (
            (self._primary, why_not or no_phone),
            (self._again, why_not or ("" if recipient.phone else tr(NO_PHONE))),
            *((each, why_not) for each in (self._copy, self._mail, self._change, self._missed)),
        ):
            if reason:
                button.disable(reason)
            else:
                button.enable()
        if no_phone and not why_not:
            self._say(tr(NO_PHONE))


class MessageText(Label):
    """Shows it on as many lines as it takes."""

    def __init__(self) -> None:
        super().__init__("", "body", wraps=True)
        self.setObjectName("message_text")

"""The customer: name, phone and e-mail, with suggestions of earlier customers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.bookings.known_customers import KnownCustomer
from app.desk.model import typed_text
from app.desk.model.boats import BoatDraft
from app.desk.model.customer_rules import MOST_DIGITS, NAME_LIMIT, has_country, phone_problem, tidy_phone
from app.desk.model.mail_hosts import mail_doubt
from app.desk.model.sale import Draft, Problem
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.checkbox import Checkbox
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.lists.suggestion_list import Suggestion, Suggestions
from app.ui.kit.sheets.page_layout import bring_into_sight

NAME, PHONE, EMAIL = "customer_name", "customer_phone", "customer_email"
_APART = 4
"""Between what is said below a field and the caption of the next one."""
FEWEST_TYPED = 3
"""The number of letters or digits from which earlier customers are suggested."""
_HINT = mark("10 digits, or + and the country")

Lookup = Callable[[str], Awaitable[tuple[KnownCustomer, ...]]]


class CustomerBlock(Roomy, QWidget):
    """Fields that check the limits while typing; errors are shown below a field once it was left.

    Each keeps room for its error, in a narrow pane from when it has shown one until it is corrected and left
    by a key: nothing moves away under a pointer.

    `lookup` returns earlier customers; it runs in `tasks`, which are cancelled when the page is left.
    `stacked` is for a narrow pane: only the fields, below each other.
    """

    edited = Signal()
    """Emitted when `values` have changed."""
    left = Signal()
    """Emitted when a field was left, so that its problems may be shown."""
    follow_changed = Signal(bool)
    """Emitted with whether the customer is passenger 1."""

    def __init__(
        self, lookup: Lookup | None = None, *, with_follow: bool = False, stacked: bool = False
    ) -> None:
        super().__init__()
        self.tasks = TaskScope(hand_to_loop)
        self._lookup = lookup
        self._told: set[str] = set()
        self._whole_phone = ""
        self._is_stacked, self._hint = stacked, "" if stacked else tr(_HINT)
        self._suggestions = Suggestions("customer_list", self, tab_takes=True)
        self.fields = {
            NAME: TextField(
                tr("Customer name"),
                NAME,
                limit=NAME_LIMIT,
                required=True,
            ),
            PHONE: TextField(
                tr("Phone"),
                PHONE,
                helper=self._hint,
                takes=typed_text.phone,
                required=True,
            ),
            EMAIL: TextField(tr("E-mail"), EMAIL, takes=typed_text.mail, required=True),
        }
        self.fields[NAME].explain(tr("A name takes at most {most} characters.", most=NAME_LIMIT))
        self.fields[PHONE].explain(tr("Only digits, at most {most}.", most=MOST_DIGITS))
        for field in () if stacked else self.fields.values():
            field.keep_room()
        self.follow = called("same_as_first", Checkbox(tr("Same as passenger 1"), self))
        if not with_follow:
            self.follow.hide()
        self._name_line: QVBoxLayout | None = None
        self._beside: QHBoxLayout | None = None
        self._build(stacked=stacked)
        self._connect()

    @property
    def whole_phone(self) -> str:
        """The phone number that was typed with its country, or is a known customer's."""
        return self._whole_phone

    def show_customer(self, draft: Draft) -> None:
        """Show the customer of a draft without emitting a signal."""
        shown = (draft.customer_name, draft.customer_phone, draft.customer_email)
        for field, text in zip(self.fields.values(), shown, strict=True):
            field.set_text(text)
        self._whole_phone = draft.whole_phone
        if not self.fields[EMAIL].edit.hasFocus():
            self._doubt_mail()
        follows = isinstance(draft, BoatDraft) and draft.customer_is_first
        with QSignalBlocker(self.follow):
            self.follow.setChecked(follows)
        self._lock_name()

    def values(self) -> tuple[str, str, str]:
        """Name, phone without its spaces and signs, and e-mail."""
        phone, _ = tidy_phone(self.fields[PHONE].text())
        return self.fields[NAME].text(), phone, self.fields[EMAIL].text()

    @property
    def finished(self) -> tuple[str, str]:
        """Name and phone; each is empty while it is being typed."""
        name, phone, _ = self.values()
        is_typed = [self.fields[each].edit.hasFocus() for each in (NAME, PHONE)]
        return "" if is_typed[0] else name, "" if is_typed[1] else phone

    def tell(self, problems: Iterable[Problem], *, everywhere: bool = False) -> None:
        """Show the problems below the fields; without `everywhere` only of fields that were left."""
        if everywhere:
            self._told.update(self.fields)
        sentences = {each.field: each.sentence for each in problems if each.row is None}
        before = self.told()
        for name, field in self.fields.items():
            field.show_error(sentences.get(name, "") if name in self._told else "")
            if field.error:
                field.keep_room()
        fresh = [self.fields[each] for each in self.told() if each not in before]
        # Not by the pointer: what is pressed would move away from under it.
        if fresh and QApplication.mouseButtons() == Qt.MouseButton.NoButton:
            # What is said is laid out first.
            QTimer.singleShot(0, fresh[0], partial(bring_into_sight, fresh[0]))

    def told(self) -> tuple[str, ...]:
        """The fields with a shown problem."""
        return tuple(name for name, field in self.fields.items() if field.error)

    def focus_on(self, name: str) -> None:
        """Focus a field; not the name while that follows passenger 1."""
        skips = name == NAME and self.fields[NAME].edit.isReadOnly() and not self.fields[NAME].error
        field = self.fields[PHONE if skips else name]
        field.edit.setFocus(Qt.FocusReason.OtherFocusReason)
        if not field.error:
            # As behind Tab, what is typed replaces what was filled in; what is wrong is corrected.
            field.edit.selectAll()

    def close_list(self) -> None:
        """Close the suggestions."""
        self._suggestions.close()

    def end(self) -> None:
        """Cancel the look-up when the page is left."""
        self.tasks.cancel_all()
        self.close_list()

    def _take(self, choice: Suggestion) -> None:
        """Fill in a chosen customer; one with another name is not passenger 1."""
        customer = choice.value
        if not isinstance(customer, KnownCustomer):
            return
        if self.follow.isChecked() and customer.name != self.fields[NAME].text():
            self.follow.setChecked(False)
        self._whole_phone = customer.phone
        for name, text in ((NAME, customer.name), (PHONE, customer.phone), (EMAIL, customer.email)):
            self.fields[name].set_text(text)
        self.focus_on(EMAIL)
        self.edited.emit()

    def _ask(self, name: str, typed: str) -> None:
        """Look up customers who fit what is typed; a later look-up replaces this one."""
        text = tidy_phone(typed)[0] if name == PHONE else typed.strip()
        self.close_list()
        if self._lookup is not None and len(text) >= FEWEST_TYPED:
            self.tasks.start("customers", self._look(self._lookup, name, text))
        else:
            self.tasks.cancel_all()

    async def _look(self, lookup: Lookup, name: str, text: str) -> None:
        found = await lookup(text)
        edit = self.fields[name].edit
        if edit.hasFocus():
            self._offer(edit, [each for each in found if not self._stands(each)], text)

    def _offer(self, edit: QLineEdit, found: list[KnownCustomer], text: str) -> None:
        choices = [Suggestion(each.name, joined("  ", (each.phone, each.email)), each) for each in found]
        # A family may share a phone: a typed name is never replaced by Tab.
        typed = "" if self.follow.isChecked() else self.fields[NAME].text().strip().casefold()
        exact = bool(found) and found[0].phone == text and found[0].name.casefold().startswith(typed)
        self._suggestions.offer(edit, choices, chosen=0 if exact else -1)

    def _stands(self, customer: KnownCustomer) -> bool:
        return self.values() == (customer.name, customer.phone, customer.email)

    def _build(self, *, stacked: bool) -> None:
        phone, email = self.fields[PHONE], self.fields[EMAIL]
        if stacked:
            self.setLayout(column(self.fields[NAME], phone, email, gap=8))
            return
        legend = Label(tr("* required"), "caption", "text3")
        head = row(Label(tr("Customer"), "heading"), 12, legend, None, self.follow)
        self._name_line, self._beside = column(self.fields[NAME]), _beside(phone, email)
        self.setLayout(column(head, 10, self._name_line, _APART, self._beside, None))

    @override
    def follow_room(self) -> None:
        """In a low window all three fields are in one line."""
        if self._beside is None or self._name_line is None:
            return
        if self.room.is_low:
            self._name_line.removeWidget(self.fields[NAME])
            self._beside.insertWidget(0, self.fields[NAME], 1, Qt.AlignmentFlag.AlignTop)
        else:
            self._beside.removeWidget(self.fields[NAME])
            self._name_line.addWidget(self.fields[NAME])

    def _connect(self) -> None:
        fields = list(self.fields.items())
        for name, field in fields:
            field.edited.connect(partial(self._edit, name))
            field.edit.editingFinished.connect(partial(self._leave, name))
        for (_, field), (following, _) in pairwise(fields):
            field.entered.connect(partial(self.focus_on, following))
        for name in (NAME, PHONE):
            self._suggestions.watch(self.fields[name].edit)
        self._suggestions.picked.connect(self._take)
        self.follow.toggled.connect(self._follow)

    def _edit(self, name: str, typed: str) -> None:
        if name == EMAIL:
            self._doubt_mail(is_typing=True)
        else:
            self.fields[name].show_helper(self._hint if name == PHONE else "")
        if name == PHONE:
            tidy = tidy_phone(typed)[0]
            # Without its country it is another number, unless it is that one tidied.
            self._whole_phone = tidy if has_country(typed) or tidy == self._whole_phone else ""
        self.edited.emit()
        if name in (NAME, PHONE):
            self._ask(name, typed)

    def _leave(self, name: str) -> None:
        field = self.fields[name]
        if name == PHONE:
            tidy, note = tidy_phone(field.text())
            if note:
                # What was left out of it is still said.
                field.edit.setText(tidy)
                field.show_helper(note)
                self.edited.emit()
            if not phone_problem(tidy, is_whole=bool(self._whole_phone)):
                field.forget_sign()
        elif name == EMAIL:
            if field.text().endswith("."):
                # Copied with the sentence that it ended.
                field.edit.setText(field.text().rstrip("."))
                self.edited.emit()
            self._doubt_mail()
        if field.text():
            self._told.add(name)
        self.left.emit()
        if self._is_stacked and QApplication.mouseButtons() == Qt.MouseButton.NoButton:
            for each in self.fields.values():
                each.keep_room(keeps=bool(each.error))

    def _doubt_mail(self, *, is_typing: bool = False) -> None:
        """Ask about a host that was probably mistyped."""
        field = self.fields[EMAIL]
        field.show_helper(mail_doubt(field.text(), is_typing=is_typing), warns=True)

    def _follow(self) -> None:
        self._lock_name()
        self.follow_changed.emit(self.follow.isChecked())

    def _lock_name(self) -> None:
        """Make the name read-only while it follows passenger 1, whose name is changed in the grid."""
        self.fields[NAME].edit.setReadOnly(self.follow.isChecked())


def _beside(*fields: TextField) -> QHBoxLayout:
    """Fields of one width, side by side from the top."""
    line = row(gap=12, top=True)
    for field in fields:
        # At half the width a sentence takes two lines.
        field.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        line.addWidget(held(column(field, None)), 1)
    return line

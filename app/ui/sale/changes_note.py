"""Changes since the clerk's last view, old beside new, and the tick that the customer accepts them."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout
from typing_extensions import override

from app.core.language import ended, tr
from app.desk.model import formats
from app.desk.model.sale import Change, Preflight, Price
from app.desk.sale.change_detection import change_words
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, column, empty, row
from app.ui.kit.basics.mixin import Told
from app.ui.kit.basics.painting import text_width
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.checkbox import Checkbox
from app.ui.theme import style

_COLUMN, _BESIDE = 92, 112
"""The least width of a value, and the most beside which a sentence has room."""


def shown_changes(preflight: Preflight, before: Price | None) -> tuple[Change, ...]:
    """The changes as rows, with both sums when they differ."""
    now = preflight.price
    changes = list(preflight.changes)
    if before is not None and before.customer_pays != now.customer_pays:
        old, new = formats.amount(before.customer_pays), formats.amount(now.customer_pays)
        changes.append(Change(tr("Customer pays"), old, new))
    if before is not None and before.payable != now.payable:
        old, new = formats.amount(before.payable), formats.amount(now.payable)
        changes.append(Change(tr("Wallet pays"), old, new, is_net=True))
    return tuple(changes)


def acceptance(preflight: Preflight, before: Price | None) -> str:
    """The sentence of the tick."""
    now = preflight.price
    if before is not None and before.customer_pays != now.customer_pays:
        return tr("The customer accepts {customer_pays}", customer_pays=formats.amount(now.customer_pays))
    if all(each.is_net for each in preflight.changes):
        return tr("Sell it at the changed net price")
    return tr("The customer accepts this")


class ChangesTable(Told, Roomy, Box):
    """An amber note with a small table: old beside new."""

    def __init__(self) -> None:
        super().__init__("warning_soft", "warning_line", radius=style.RADIUS)
        self.setObjectName("changes")
        self._heading = Label(role="bodyStrong", wraps=True)
        self._given: tuple[Change, ...] = ()
        self._shown: tuple[Change, ...] = ()
        self._names = ("", "")
        self._announcer = Announcer(self, is_urgent=True)
        self._table = QGridLayout()
        self._table.setContentsMargins(0, 0, 0, 0)
        self._table.setHorizontalSpacing(8)
        self._table.setVerticalSpacing(4)
        self._table.setColumnStretch(0, 1)
        self._parts = column(self._heading, 8, self._table)
        glyph = Icon("triangle-alert", 16, "warning_mark", stroke=1.9, above=2)
        self.setLayout(row(glyph, (self._parts, 1), gap=10, margins=(13, 11, 13, 11), top=True))

    def show_rows(self, changes: tuple[Change, ...], *, priced: bool) -> None:
        """Show old beside new; `priced`: what the customer pays is another sum than was quoted."""
        self._heading.setText(
            tr("The price is no longer the one you quoted") if priced else tr("This is not as you saw it")
        )
        self._given = changes
        self._names = (tr("Quoted") if priced else tr("Before"), tr("Now"))
        self.follow_net()

    @override
    def follow_net(self) -> None:
        self._shown = tuple(each for each in self._given if self.net_shown or not each.is_net)
        self._announcer.tell(ended(self._heading.text()), *map(change_words, self._shown))
        self.follow_room()

    @override
    def follow_room(self) -> None:
        """What has changed stands beside its values, or above them where it would be cut."""
        empty(self._table)
        if not self._shown:
            hidden = Label(tr("The wallet side changed. Press F8 to see it."), ink="text2", wraps=True)
            self._table.addWidget(hidden, 0, 0, 1, 3)
            return
        # Beside a long value a sentence would have a word on each line.
        longest = max(text_width(each.old, style.font("body")) for each in self._shown)
        above = 0 if self.room.is_wide and longest <= _BESIDE else 1
        for place, name in enumerate(self._names, 1):
            self._table.addWidget(Label(name, "captionStrong", "text3", right=True), 0, place)
            self._table.setColumnMinimumWidth(place, _COLUMN)
        for number, change in enumerate(self._shown):
            line = 1 + number * (1 + above)
            what = Label(change.what, wraps=True)
            self._table.addWidget(what, line, 0, 1, 3 if above else 1)
            self._table.addWidget(Label(change.old, ink="text2", right=True), line + above, 1)
            self._table.addWidget(Label(change.new, "bodyStrong", right=True), line + above, 2)


class ChangesNote(ChangesTable):
    """The same, to be ticked before paying."""

    def __init__(self) -> None:
        super().__init__()
        self.tick = called("accept_changes", Checkbox())
        self._parts.addSpacing(10)
        self._parts.addWidget(self.tick)

    @property
    def is_accepted(self) -> bool:
        """Whether the tick is set."""
        return self.tick.isChecked()

    def begin(self) -> None:
        """Remove the tick for new changes."""
        self.tick.setChecked(False)

    def show_changes(self, preflight: Preflight, before: Price | None) -> None:
        """Show old beside new."""
        priced = before is not None and before.customer_pays != preflight.price.customer_pays
        self.tick.show_words(acceptance(preflight, before))
        self.show_rows(shown_changes(preflight, before), priced=priced)

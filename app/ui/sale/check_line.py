"""The result and the time of the preflight."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import joined, tr, trn
from app.desk.model import formats
from app.desk.model.boats import BoatDraft
from app.desk.model.sale import Preflight
from app.desk.sale.boat_order import copies_words
from app.desk.sale.sale_words import seats_left
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import column, row
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import Label, Run

_ICON = 18


def finding(preflight: Preflight) -> str:
    """The result of the preflight in a sentence or two, without amounts of the wallet side."""
    if preflight.blocked:
        return preflight.blocked
    if preflight.changes:
        named = formats.both(_lower(each.what) for each in preflight.changes if not each.is_net)
        return (
            tr("Changed since you priced this sale: {named}.", named=named)
            if named
            else tr("The wallet side changed.")
        )
    seats = seats_left(preflight.draft)
    if seats is None:
        return tr("Booking is open, and no fare has changed.")
    return trn(
        "Booking is open, {number} seat is left, and no fare has changed.",
        "Booking is open, {number} seats are left, and no fare has changed.",
        seats,
    )


class CheckedAt(Roomy, QWidget):
    """The time of the preflight in the header of a low window, where its line is scrolled away."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._glyph = Icon("circle-check", 16, "success")
        self._words = Label(role="captionStrong", elides=True)
        self._words.setObjectName("checked_at")
        self.setLayout(row(self._glyph, self._words, gap=8))
        self.hide()

    def show_time(self, checked: str, *, is_calm: bool) -> None:
        """Show when it was checked; an empty text hides it."""
        self._glyph.set_icon(
            *(("circle-check", "success") if is_calm else ("triangle-alert", "warning_mark"))
        )
        self._words.setText(checked)
        self.follow_room()

    @override
    def follow_room(self) -> None:
        self.setVisible(self.room.is_low and bool(self._words.text()))


class CheckLine(QWidget):
    """Icon, time and result below a hairline."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._glyph = Icon("circle-check", _ICON, "success", above=1)
        self._preflight: Preflight | None = None
        self._announcer = Announcer(self)
        self._words = Label(wraps=True)
        self._words.setObjectName("check_line")
        self.brief = CheckedAt()
        line = row(self._glyph, gap=8, top=True)
        line.addWidget(self._words, 1)
        self.setLayout(column(Hairline(), 14, line))

    def begin_day(self) -> None:
        """Show the time with its date, since another day has begun."""
        if self._preflight is not None:
            self.show_preflight(self._preflight)

    def show_checking(self) -> None:
        """Show that the preflight is running."""
        self._preflight = None
        self.brief.show_time("", is_calm=True)
        self._glyph.set_icon("refresh-cw", "text3")
        self._words.setText(tr("Seats, fares and wallet are being read again."))

    def show_preflight(self, preflight: Preflight) -> None:
        """Show the result."""
        self._preflight = preflight
        calm = not preflight.blocked and not preflight.changes
        if calm:
            self._glyph.set_icon("circle-check", "success")
        else:
            self._glyph.set_icon("triangle-alert", "warning_mark")
        checked = tr(
            "Checked again at {checked_at}.", checked_at=formats.clock_seconds(preflight.looked.here)
        )
        self.brief.show_time(checked.rstrip("."), is_calm=calm)
        draft = preflight.draft
        copies = ""
        if isinstance(draft, BoatDraft) and not preflight.blocked:
            copies = copies_words(draft, preflight.too_large)
        said = joined(" ", (finding(preflight), copies))
        self._words.set_runs(Run(checked, "bodyHeavy"), Run(" "), Run(said, ink="text2"))
        self._announcer.tell(self._words.text())

    def show_failed(self, sentence: str) -> None:
        """Show that the preflight failed or the sale was refused."""
        self._preflight = None
        self.brief.show_time("", is_calm=True)
        self._glyph.set_icon("circle-alert", "danger")
        self._words.setText(sentence)
        self._announcer.tell(sentence)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]

"""The fare range of an activity, with the net range beside it when it is shown."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.language import joined, tr
from app.desk.model import formats
from app.desk.model.activities import ActivityOffer
from app.ui.catalogue.activity_model import price_words
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.text import Label


def price_note(offer: ActivityOffer) -> str:
    """The note about the range, and the GST percentage if stated."""
    parts = [tr("Range over all dates. The slot gives the exact fare.")] if offer.price_is_summary else []
    if offer.gst_percentage is not None:
        parts.append(tr("GST {rate}.", rate=formats.percentage(offer.gst_percentage)))
    return joined(" ", parts)


class PriceCard(Box):
    """Two cells and a note; F8 hides the right cell."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surface", "line", radius=8, parent=parent)
        self._offer: ActivityOffer | None = None
        self._net_shown = True
        self._fare = Label(role="heading", wraps=True)
        self._reference = Label(role="caption", ink="text3", wraps=True)
        self._net = Label(role="heading", wraps=True)
        self._commission = Label(role="caption", ink="text3", wraps=True)
        self._note = Label(role="caption", ink="text3", wraps=True)
        eye = row(Label(tr("Net to you"), "caption", "text3"), Icon("eye", 12, "text3"), None, gap=6)
        net = held(column(eye, 2, self._net, 2, self._commission, margins=(12, 10, 12, 10)))
        self._net_side = held(_beside(Hairline(down=True), net))
        self._note_side = Footer(self._note)
        self._build()

    def show_offer(self, offer: ActivityOffer) -> None:
        """Show the prices of an activity."""
        self._fare.setText(price_words(offer.fare))
        reference = offer.reference_price
        self._reference.setText(
            "" if reference is None else tr("Reference price {amount}", amount=formats.amount(reference))
        )
        self._offer = offer
        self._fill_net()
        note = price_note(offer)
        self._note.setText(note)
        self._note_side.setVisible(bool(note))

    def show_net(self, *, shown: bool) -> None:
        """Show or hide the net side; hidden, it has no text for screen readers."""
        self._net_shown = shown
        self._net_side.setVisible(shown)
        self._fill_net()

    def _fill_net(self) -> None:
        offer = self._offer if self._net_shown else None
        self._net.setText("" if offer is None else price_words(offer.net))
        self._commission.setText(
            tr("Commission {commission}", commission=offer.commission) if offer and offer.commission else ""
        )

    def _build(self) -> None:
        caption = Label(tr("Fare per person"), "caption", "text3")
        fare = held(column(caption, 2, self._fare, 2, self._reference, margins=(12, 10, 12, 10)))
        sides = row(top=True)
        sides.addWidget(fare, 1)
        sides.addWidget(self._net_side, 1)
        self.setLayout(column(sides, self._note_side, margins=(1, 1, 1, 1)))


def _beside(line: QWidget, cell: QWidget) -> QHBoxLayout:
    layout = row()
    layout.addWidget(line)
    layout.addWidget(cell, 1)
    return layout


class Footer(QWidget):
    """The quiet line at the foot of a card, inside its round corners."""

    def __init__(self, note: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLayout(column(Hairline(), FooterGround(note)))


class FooterGround(Box):
    """The sunken ground of a card's foot."""

    def __init__(self, note: QWidget, parent: QWidget | None = None) -> None:
        super().__init__("sunken", radius=7, parent=parent)
        self.setLayout(column(note, margins=(12, 7, 12, 7)))

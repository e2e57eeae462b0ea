"""The customer's price in the preflight: a strip above the wallet side, or alone."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from app.core.language import tr
from app.desk.model import formats
from app.desk.model.sale import Price
from app.ui.kit.basics.amounts import AmountLabel, Pair, fare_pairs
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, column, empty, held, row
from app.ui.kit.basics.mixin import NetSide
from app.ui.kit.basics.text import Label
from app.ui.kit.sheets.net_hidden_notice import hidden_side
from app.ui.theme import style


def fare_words(price: Price) -> str:
    """Such as "Fare 7,600.00 + GST 380.00"."""
    if not price.gst_is_stated:
        return tr("Fare {fare_total}, GST is not stated", fare_total=formats.amount(price.fare_total))
    return tr(
        "Fare {fare_total} + GST {gst_on_fare}",
        fare_total=formats.amount(price.fare_total),
        gst_on_fare=formats.amount(price.gst_on_fare),
    )


class CustomerStrip(NetSide):
    """One line above the wallet side."""

    def __init__(self) -> None:
        super().__init__()
        self._composition = Label(role="caption", ink="text3", elides=True)
        self.amount = called("customer_pays", Label(role="heading", right=True))
        line = row(gap=12, margins=(20, 14, 20, 14))
        line.addLayout(column(Label(tr("Customer pays"), "bodyHeavy"), self._composition), 1)
        line.addWidget(self.amount)
        self.setLayout(column(line, Hairline()))

    def show_price(self, price: Price, before: Price | None) -> None:
        """Show the sum, with the former one if it has changed."""
        changed = before is not None and before.customer_pays != price.customer_pays
        was = formats.amount(before.customer_pays) if before is not None else ""
        self._composition.setText(tr("Was {was}", was=was) if changed else fare_words(price))
        self.amount.setText(formats.amount(price.customer_pays))


class CustomerSide(NetSide):
    """The customer's side alone, while the wallet side is hidden."""

    def __init__(self) -> None:
        super().__init__(in_place=True)
        self.amount = called("customer_pays", AmountLabel("display"))
        self._fares, self._tax = column(gap=6), Pair("")
        self._covers = Label(tr("Cash and credit cover this sale."), ink="text2")
        self._cover_line = held(row(Icon("check", 16, "success"), self._covers, None, gap=6))
        well = Box("sunken", "line", radius=style.RADIUS)
        well.setLayout(column(hidden_side(), self._cover_line, gap=6, margins=(15, 13, 15, 13)))
        self.setLayout(
            column(
                Label(tr("Customer pays"), "bodyHeavy"),
                2,
                self.amount,
                5,
                14,
                self._fares,
                6,
                self._tax,
                18,
                well,
            )
        )

    def show_items(self, price: Price, items: Iterable[tuple[str, Decimal]], *, covered: bool | None) -> None:
        """Show the sum of several sales, and what the customer pays for each."""
        self.show_price(price, covered=covered)
        empty(self._fares)
        for name, pays in items:
            self._fares.addWidget(Pair(name, formats.amount(pays)))
        self._tax.hide()

    def show_price(self, price: Price, *, covered: bool | None) -> None:
        """Show the sum; `covered` is None until the wallet was read."""
        self.amount.show_amount(price.customer_pays, price.currency)
        empty(self._fares)
        for name, value in fare_pairs(price):
            self._fares.addWidget(Pair(name, value))
        rate = formats.percentage(price.gst_percentage)
        name = tr("GST {rate} on fare", rate=rate) if price.gst_is_stated else tr("GST is not stated")
        self._tax.show_pair(name, formats.amount(price.gst_on_fare))
        self._cover_line.setVisible(covered is True)

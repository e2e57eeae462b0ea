"""Shows amounts: what the customer pays, and below it the debit of the wallet."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.core.language import tr
from app.desk.model import formats
from app.desk.model.sale import Price, Wallet
from app.desk.model.service_words import shown_word
from app.desk.model.wallet_split import ZERO, split
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.layouts import called, column, empty, held, row
from app.ui.kit.basics.mixin import NetSide
from app.ui.kit.basics.room import Moving
from app.ui.kit.basics.text import Label, Run
from app.ui.theme.style import Ink, Role

_LEAST_NAME = 40
_PREFIX: dict[Role, Role] = {"display": "lead", "amount": "body", "change": "lead"}
_DECIMALS: dict[Role, Role] = {"change": "amount"}
"""What is smaller than the whole number."""


class AmountLabel(Label):
    """The main amount, with a small currency before it and quieter decimals."""

    def __init__(
        self,
        role: Literal["display", "money", "change"] = "display",
        *,
        right: bool = False,
        is_calm: bool = False,
    ) -> None:
        """`is_calm`: the amount is good news, in the colour of it."""
        self._size: Role = "amount" if role == "money" else role
        self._whole: Ink = "success" if is_calm else "text"
        self._rest: Ink = "success" if is_calm else "text3"
        super().__init__("", self._size, right=right)

    def show_amount(self, value: Decimal, currency: str = "") -> None:
        """Show an amount, with its currency if given."""
        whole, _, decimals = formats.amount(value).partition(".")
        prefix = Run(f"{currency} ", _PREFIX[self._size], "text3", QFont.Weight.Medium)
        self.set_runs(
            *((prefix,) if currency else ()),
            Run(whole, self._size, self._whole),
            Run(f".{decimals}", _DECIMALS.get(self._size, self._size), self._rest, QFont.Weight.Medium),
        )


class Pair(QWidget):
    """A name at the left and its value at the right, on one line; the name is elided first."""

    def __init__(
        self,
        name: str,
        value: str = "",
        *,
        name_role: Role = "body",
        name_ink: Ink = "text2",
        value_role: Role = "body",
        value_ink: Ink = "text",
        identity: bool = False,
        known_as: str = "",
    ) -> None:
        """`known_as` is the name by which the value is found."""
        super().__init__()
        self.name = Label(name, name_role, name_ink, elides=True)
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.name.setMinimumWidth(_LEAST_NAME)
        self.value = called(known_as, Label(value, value_role, value_ink, right=True, elides=True))
        if identity:
            self.value.set_identity()
        self.setLayout(row((self.name, 1), (self.value, 0), gap=12))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_pair(self, name: str, value: str) -> None:
        """Show another name and value."""
        self.name.setText(name)
        self.value.setText(value)


def total(name: str, value: str = "", known_as: str = "") -> Pair:
    """A pair for the total of a sum."""
    return Pair(name, value, name_role="bodyHeavy", name_ink="text", value_role="heading", known_as=known_as)


def fare_pairs(price: Price) -> tuple[tuple[str, str], ...]:
    """A name and a sum for each kind of ticket, such as "Adult INDIAN 2,425.00 \u00d7 2"."""
    return tuple(
        (
            tr(
                "{ticket} {fare} \u00d7 {number}",
                ticket=shown_word(line.label) or tr("Fare"),
                fare=formats.amount(line.fare),
                number=line.count,
            ),
            formats.amount(line.fare_total),
        )
        for line in price.lines
    )


def net_words(price: Price) -> str:
    """The name of the net total: "Net 3,400.00 \u00d7 2", or "Net fares, 4 passengers" for several kinds."""
    if len(price.lines) == 1:
        return tr("Net {net} \u00d7 {number}", net=formats.amount(price.lines[0].net), number=price.qty)
    return tr("Net fares, {passengers}", passengers=formats.passengers(price.qty))


class MoneyBlock(QWidget):
    """Fares, tax and the customer's total; below it the wallet side, which F8 hides.

    In a low window only both totals stand here, and what they are made of in `details`, which may scroll.
    """

    def __init__(self) -> None:
        super().__init__()
        self._fares = column(gap=2)
        self._shown_fares: tuple[tuple[str, str], ...] = ()
        self._fare_tax = Pair("")
        self.customer_pays = total(tr("Customer pays"))
        self._net, self._net_tax = Pair(""), Pair("")
        self.payable = total(tr("Wallet pays"))
        self._after = Pair(tr("Wallet after"), value_ink="text2")
        self._credit_after = Pair(tr("Credit left after"), value_ink="text2")
        self._is_short = False
        self.customer_pays.value.setObjectName("customer_pays")
        self.payable.value.setObjectName("total_payable")
        details = column(gap=6)
        self.details = held(details)
        fares, net, after = (
            Moving(each, lambda room: room.is_low, details.addWidget)
            for each in (
                held(column(self._fares, self._fare_tax, 4, gap=2)),
                NetSide(column(self._net, self._net_tax, 4, gap=2)),
                NetSide(column(self._after, self._credit_after, gap=2, margins=(0, 2, 0, 0))),
            )
        )
        box = Box("sunken")
        box.setLayout(column(Hairline(), column(net, self.payable, after, margins=(20, 8, 20, 8))))
        self.wallet_side = called("wallet_side", NetSide(column(box)))
        above = column(fares, self.customer_pays, margins=(20, 8, 20, 8))
        self.setLayout(column(Hairline(), above, self.wallet_side))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_price(
        self, price: Price | None, wallet: Wallet | None = None, waiting: Decimal | None = ZERO
    ) -> None:
        """Show both sides of a price, or dashes.

        `waiting` is what the trips of the open basket will take first; None when that is not known.
        """
        if price is None:
            self._show_nothing()
            return
        self._show_fares(fare_pairs(price))
        self._net.show_pair(net_words(price), formats.amount(price.net_total))
        self.customer_pays.value.setText(formats.amount(price.customer_pays))
        self.payable.value.setText(formats.amount(price.payable))
        self._show_tax(price)
        self._show_after(price.payable, wallet, waiting)

    def show_known(self, known: int, count: int) -> None:
        """Say with both sums that they are of some passengers only: they are no totals then."""
        is_whole = known == count
        for pair, name in ((self.customer_pays, tr("Customer pays")), (self.payable, tr("Wallet pays"))):
            so_far = tr("{sum} so far, {known} of {count}", sum=name, known=known, count=count)
            pair.name.setText(name if is_whole else so_far)
            pair.name.set_role("bodyHeavy" if is_whole else "body")
            pair.value.set_role("heading" if is_whole else "body")
        if not is_whole and not self._is_short:
            # What is left of the wallet would be of some passengers only, without a word of that.
            self._after.hide()
            self._credit_after.hide()

    def _show_after(self, payable: Decimal, wallet: Wallet | None, waiting: Decimal | None) -> None:
        """Show the wallet after the sale, the credit only if it is used; or by how much it is short."""
        self._is_short = False
        self._after.setVisible(wallet is not None and waiting is not None)
        self._credit_after.hide()
        if wallet is None or waiting is None:
            return
        expected = split(payable + waiting, wallet)
        self._is_short = expected.missing > 0
        self._after.value.set_ink("danger" if self._is_short else "text2")
        if self._is_short:
            self._after.show_pair(tr("Wallet is short by"), formats.amount(expected.missing))
            return
        name = tr("Wallet after, with the basket") if waiting else tr("Wallet after")
        self._after.show_pair(name, formats.amount(wallet.cash - expected.cash))
        self._credit_after.setVisible(bool(expected.credit))
        self._credit_after.value.setText(formats.amount(wallet.credit_left - expected.credit))

    def _show_fares(self, pairs: tuple[tuple[str, str], ...]) -> None:
        """Show one line for each kind of ticket; existing lines are reused."""
        if len(pairs) != len(self._shown_fares):
            empty(self._fares)
            for _ in pairs:
                self._fares.addWidget(Pair(""))
        self._shown_fares = pairs
        for place, (name, value) in enumerate(pairs):
            item = self._fares.itemAt(place)
            pair = item.widget() if item is not None else None
            if isinstance(pair, Pair):
                pair.show_pair(name, value)

    def _show_tax(self, price: Price) -> None:
        on_fare, on_net = tr("GST not stated, on fare"), tr("GST not stated, on net")
        if price.gst_is_stated:
            rate = formats.percentage(price.gst_percentage)
            on_fare, on_net = tr("GST {rate} on fare", rate=rate), tr("GST {rate} on net", rate=rate)
        self._fare_tax.show_pair(on_fare, formats.amount(price.gst_on_fare))
        self._net_tax.show_pair(on_net, formats.amount(price.gst_on_net))

    def _show_nothing(self) -> None:
        self._show_fares(((tr("Fare"), formats.EN_DASH),))
        self._net.show_pair(tr("Net"), formats.EN_DASH)
        for pair, name in ((self._fare_tax, tr("GST on fare")), (self._net_tax, tr("GST on net"))):
            pair.show_pair(name, formats.EN_DASH)
        self.customer_pays.value.setText(formats.EN_DASH)
        self.payable.value.setText(formats.EN_DASH)
        self._after.hide()
        self._credit_after.hide()

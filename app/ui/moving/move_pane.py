"""The right side of another date: what the customer pays more, what the wallet does, and both acts."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QBoxLayout, QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.model import formats
from app.desk.model.sale import Preflight, Price
from app.ui.cancellation.customer_part import CustomerPart
from app.ui.kit.basics.amounts import Pair
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import Thing, called, column, held, row
from app.ui.kit.basics.mixin import NetSide
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.net_hidden_notice import hidden_side
from app.ui.kit.sheets.pane import ShownSum
from app.ui.moving import actions
from app.ui.moving.move_words import old_day, pays_name
from app.ui.sale.payment_pane import PaymentPane

if TYPE_CHECKING:
    from app.desk.moving.deciding import MoveDecision


_BOTH = mark("Book, debit {currency} {amount}, then cancel {day}, refund {refund}")
_BOTH_BRIEFLY = mark("Debit {amount}, then cancel {day}, refund {refund}")


def amount_words(value: Decimal | None, *, signed: bool = True) -> str:
    """An amount, with its sign unless that is said beside it, or that it is not known."""
    if value is None:
        return tr("not known")
    return formats.amount(value if signed else abs(value))


class MovePane(PaymentPane):
    """Shows the sums of both acts; the button names both."""

    short = mark("The wallet must cover the new one before the refund comes.")

    def __init__(self, decision: MoveDecision) -> None:
        self._decision = decision
        super().__init__(tr("Pick another slot"))
        # What decides stands where it is never scrolled away.
        self.body.insertWidget(0, self._top)
        self.counts.changed.connect(self._say_back)

    @override
    def _more(self) -> Sequence[Thing]:
        old = self._decision.old
        self.counts = called("counts", CustomerPart(mark("Counts for the new one")))
        change = called("change_counts", Button(actions.COUNTS, "quiet", size=28))
        change.clicked.connect(self.counts.take_focus)
        names = {
            "operators_charge": "",
            "own_charge": tr("Our own charge"),
            "unpaid": tr("Not paid of the old price"),
            "owes": tr("Still owed for the old one"),
            "new_price": tr("Price of the new one"),
            "move_debit": tr("1 Debit for the new one"),
            "move_refund": tr("2 Refund of the old one, quoted"),
            "move_all": tr("In all"),
            "move_lowest": tr("Lowest in between, it covers"),
        }
        pairs = self._pairs = {name: Pair(words, known_as=name) for name, words in names.items()}
        own = pairs["own_charge"].layout()
        if isinstance(own, QBoxLayout):
            own.insertWidget(1, change)
        self._more_name = called("pays_name", Label("", "bodyHeavy"))
        self._more_amount = called("pays_more", Label("", "title", right=True))
        self._why = called(
            "pays_why", Label(tr("Taken at the till after both acts"), "caption", "text3", elides=True)
        )
        strip = row(
            (column(self._more_name, self._why), 1), (self._more_amount, 0), gap=12, margins=(20, 12, 20, 12)
        )
        self._top = held(column(strip, Hairline()))
        self._beside = called("others_cancelling", MessageBox("warning"))
        self._beside.hide()
        about = joined(", ", (old.title, old.place, old.customer_phone))
        customer = column(
            pairs["operators_charge"], pairs["own_charge"], self.counts, pairs["unpaid"], pairs["owes"],
            Hairline(), pairs["new_price"], gap=8,
        )  # fmt: skip
        wallet = column(
            Label(tr("Your wallet"), "bodyHeavy"), pairs["move_debit"], pairs["move_refund"], Hairline(),
            pairs["move_all"], pairs["move_lowest"], gap=6,
        )  # fmt: skip
        self._sides = held(column(12, customer, 14, NetSide(wallet), hidden_side()))
        return (
            column(
                Label(old.customer_name, "heading", wraps=True), Label(about, "caption", "text2", wraps=True)
            ),
            self._beside,
            self._sides,
        )

    def show_quote(self) -> None:
        """Show the refund quote that was just read."""
        quote = self._decision.quote
        if quote is not None:
            self.counts.show_side(quote)
            self._decision.say_back(self.counts.back)
            self._beside.show_words(quote.beside, "")
            self._beside.setVisible(bool(quote.beside))

    @override
    def _show_parts(self, *, problem: bool = False) -> None:
        super()._show_parts(problem=problem)
        for each in (self._strip, self._customer, self._debit, self._debit_line):
            each.hide()
        quote, preflight = self._decision.quote, self._preflight
        is_known = quote is not None and preflight is not None and not problem
        self._sides.setVisible(is_known and not self._is_booking)
        self._top.setVisible(is_known)
        if quote is None or preflight is None:
            self.facts.show_sums()
            return
        sums, price = self._decision.sums(preflight.price.customer_pays), preflight.price
        refund, payable = quote.refund, price.payable
        quoted = tr("Operator\u2019s charge, quoted {time}", time=formats.clock_seconds(quote.quoted.here))
        self._pairs["operators_charge"].name.setText(quoted)
        values = {
            "operators_charge": _taken(sums.charge),
            "own_charge": _taken(sums.own),
            "unpaid": _taken(sums.unpaid),
            "owes": sums.owes,
            "new_price": price.customer_pays,
            "move_debit": -payable,
            "move_refund": refund,
            "move_all": None if refund is None else refund - payable,
            "move_lowest": preflight.wallet.reach - payable,
        }
        for name, value in values.items():
            self._pairs[name].value.setText(amount_words(value))
        self._pairs["unpaid"].setVisible(sums.unpaid != 0)
        self._pairs["owes"].setVisible(bool(sums.owes))
        name, more = pays_name(sums.pays_more), amount_words(sums.pays_more, signed=False)
        self._more_name.setText(name)
        self._more_amount.setText(more)
        self._why.setVisible(quote.customer.is_price)
        net = ShownSum(tr("Wallet pays"), formats.amount(payable), is_net=True)
        self.facts.show_sums(ShownSum(name, more), net)

    def _say_back(self) -> None:
        self._decision.say_back(self.counts.back)
        self._show_parts()
        self.offer_again()

    @override
    def _in_the_way(self, preflight: Preflight) -> str:
        if self.counts.wrong:
            return self.counts.wrong
        if not self.is_online:
            return tr("Offline. Nothing can be booked or cancelled.")
        return super()._in_the_way(preflight)

    @override
    def _sums(self) -> tuple[QWidget, ...]:
        return (self._more_amount,)

    @override
    def _spend_label(self, price: Price) -> str:
        quote, day = self._decision.quote, old_day(self._decision.old)
        if not self.net_shown:
            more = self._decision.sums(price.customer_pays).pays_more
            told = joined(" ", (pays_name(more), amount_words(more, signed=False)))
            return tr("Book, then cancel {day}. {told}", day=day, told=told)
        refund = None if quote is None else quote.refund
        words = _BOTH if self.room.is_wide else _BOTH_BRIEFLY
        return tr(
            words,
            currency=price.currency,
            amount=formats.amount(price.payable),
            day=day,
            refund=tr("not stated") if refund is None else formats.amount(refund),
        )


def _taken(value: Decimal | None) -> Decimal | None:
    return None if value is None else -value

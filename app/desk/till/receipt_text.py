"""A receipt as it is handed to the customer, and its texts in the present language, for paper and as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from app.core.frozen import frozen
from app.core.language import joined, speaking, tr, trn
from app.desk.model import formats
from app.desk.model.office_rules import Branding
from app.desk.till.payment_values import Due, DueSale, Line, PayWay, TillReceipt, paise_words
from app.desk.vouchers.links import chat_to, mail_to
from app.desk.vouchers.voucher_text import agency_line

_LAST_DIGITS = 4


@frozen
class CustomerReceipt:
    """The receipt of a payment on the agency's paper; it is no ticket, and valid for nothing."""

    taken: TillReceipt
    branding: Branding
    is_practice: bool

    @property
    def due(self) -> Due:
        """What was paid for, and by whom."""
        return self.taken.payment.due

    def shown(self, branding: Branding) -> CustomerReceipt:
        """The same with another paper or language."""
        return replace(self, branding=branding)


class ReceiptRow(NamedTuple):
    """A name and its amount."""

    name: str
    amount: str
    is_strong: bool = False


def practice() -> str:
    """The sentence on a practice receipt, which is not valid."""
    return tr("PRACTICE. No payment was taken.")


def kind(taken: TillReceipt) -> str:
    """What the paper is."""
    return tr("Refund") if taken.is_refund else tr("Receipt")


def corrects(taken: TillReceipt) -> str:
    """Which receipt it corrects, and why; empty for none."""
    if not taken.corrects:
        return ""
    reason = taken.correction if taken.is_refund else taken.reason
    return tr("Corrects {number}: {reason}", number=taken.corrects, reason=reason)


def corrected(taken: TillReceipt) -> str:
    """That another receipt stands in its place, and which; empty for one that counts."""
    if not taken.corrected_by:
        return ""
    return tr("Corrected by receipt {number}. This one does not count any more.", number=taken.corrected_by)


def taken_by(taken: TillReceipt) -> str:
    """When the payment was taken, and by whom: "Sat 21 Nov 2026, 10:53, Asha Rao"."""
    return joined(", ", (formats.day_long(taken.at.date()), formats.clock_time(taken.at), taken.clerk))


def sale_lines(sale: DueSale) -> tuple[str, ...]:
    """What stands under the title of a sale: when, for how many, and its PNR."""
    day = "" if sale.day is None else f"{formats.day_short(sale.day)} {sale.day.year}"
    told = joined(", ", (day, sale.when, *_people(sale))), tr("PNR {pnr}", pnr=sale.booking_ref)
    return tuple(each for each in told if each)


def _people(sale: DueSale) -> tuple[str, ...]:
    """For how many it was sold; once seats of it are cancelled how many still travel, and how many do not."""
    left = sale.qty - sale.released
    if not sale.released:
        return (trn("1 person", "{number} people", sale.qty) if sale.qty else "",)
    gone = trn("1 seat cancelled", "{number} seats cancelled", sale.released)
    return trn("1 person travels", "{number} people travel", left) if left else "", gone


def sums(taken: TillReceipt) -> tuple[ReceiptRow, ...]:
    """What was to be paid, the total last but for the rounding of cash; GST only when all of it is known.

    Where something was paid before, also what it costs in all, less what was given back of cancelled seats.
    """
    due, rounding = taken.payment.due, taken.payment.rounding
    if taken.is_refund:
        return _back_sums(taken)
    taxes = [each.gst for each in due.sales if each.gst is not None]
    rates = {each.gst_rate for each in due.sales}
    rows: list[ReceiptRow] = []
    if len(taxes) == len(due.sales) and len(rates) == 1:
        rows.append(ReceiptRow(tr("Fares"), paise_words(due.total - sum(taxes))))
        rows.append(ReceiptRow(tr("GST {rate}", rate=rates.pop()), paise_words(sum(taxes))))
    before, counted = sum(each.settled for each in due.sales), moved_rows(due)
    total = tr("Total, {currency}", currency=due.currency)
    if before:
        is_less = any(each.released for each in due.sales)
        whole = tr("Whole price after cancellation") if is_less else tr("Whole price")
        rows.append(ReceiptRow(whole, paise_words(due.total + due.counted + before)))
        rows.append(ReceiptRow(tr("Paid before"), paise_words(before)))
    if before or counted:
        rows += counted
        total = tr("To pay, {currency}", currency=due.currency)
    rows.append(ReceiptRow(total, paise_words(due.total), is_strong=True))
    if rounding:
        rows.append(ReceiptRow(tr("Rounding for cash"), paise_words(rounding)))
    return tuple(rows)


def moved_rows(due: Due) -> tuple[ReceiptRow, ...]:
    """What counts of a booking that was moved, if any was."""
    moved = due.moved
    if moved is None:
        return ()
    return (ReceiptRow(tr("Moved from {pnr}", pnr=moved.booking_ref), paise_words(-moved.amount)),)


def _back_sums(taken: TillReceipt) -> tuple[ReceiptRow, ...]:
    total = ReceiptRow(
        tr("To give back, {currency}", currency=taken.payment.due.currency),
        paise_words(taken.payment.due.total),
        is_strong=True,
    )
    rows = (
        (tr("Kept by the agency: {reason}", reason=taken.reason), taken.charge),
        (tr("Rounding for cash"), taken.payment.rounding),
    )
    return total, *(ReceiptRow(name, paise_words(each)) for name, each in rows if each)


def ways(taken: TillReceipt) -> tuple[ReceiptRow, ...]:
    """What was paid in which way, or given back, and what is still owed."""
    rows: list[ReceiptRow] = []
    if taken.is_refund:
        rows = [ReceiptRow(_given(each), paise_words(each.amount)) for each in taken.payment.lines]
        return (*rows, ReceiptRow(tr("Still to give back"), paise_words(taken.left)))
    for line in taken.payment.lines:
        rows.append(ReceiptRow(_paid(line), paise_words(line.amount)))
        if line.change:
            # Else it is what was paid, which stands there already.
            rows.append(ReceiptRow(tr("Cash given"), paise_words(line.given)))
            rows.append(ReceiptRow(tr("Change given"), paise_words(line.change), is_strong=True))
    return (*rows, ReceiptRow(tr("Still owed"), left_words(taken)))


def left_words(taken: TillReceipt) -> str:
    """What is left of a payment or of what is given back; no sum where it is not known."""
    # Of what was at most to be paid nothing is left.
    is_known = taken.payment.due.is_known or (not taken.is_refund and not taken.left)
    return paise_words(taken.left) if is_known else tr("not known")


def customer(due: Due) -> str:
    """Who paid, with the end of the phone number alone; empty when unknown."""
    digits = due.phone[-_LAST_DIGITS:]
    known = joined(", ", (due.customer, tr("phone ends {digits}", digits=digits) if digits else ""))
    return tr("Customer {name}", name=known) if known else ""


def what_it_is(taken: TillReceipt) -> str:
    """What the paper is, and what it is not."""
    if taken.is_refund:
        return tr("About money given back. Not a tax invoice and not a ticket.")
    return tr("Receipt for a payment. Not a tax invoice and not a ticket.")


def file_name(receipt: CustomerReceipt) -> str:
    """The name of its file, whose number keeps its parts apart."""
    return f"receipt-{receipt.taken.number.replace('/', '-')}.pdf"


def as_text(receipt: CustomerReceipt) -> str:
    """The receipt as plain text in the customer's language, for copying, mailing or sending."""
    taken, branding = receipt.taken, receipt.branding
    with speaking(branding.language):
        sales = (
            (f"{each.title}: {paise_words(each.amount)}", *sale_lines(each)) for each in receipt.due.sales
        )
        parts = (
            (branding.agency, practice() if receipt.is_practice else ""),
            (kind(taken), taken.number, corrected(taken), taken_by(taken), corrects(taken)),
            *sales,
            (*map(_told, sums(taken)), *map(_told, ways(taken))),
            (customer(receipt.due), what_it_is(taken)),
            (agency_line(branding),),
        )
    blocks = ("\n".join(line for line in part if line) for part in parts)
    return "\n\n".join(block for block in blocks if block)


def mail_link(receipt: CustomerReceipt) -> str:
    """A mailto link without an address, which the till does not keep, with subject and text."""
    with speaking(receipt.branding.language):
        subject = tr("Receipt {number}", number=receipt.taken.number)
    return mail_to("", subject, _texts(receipt))


def chat_link(receipt: CustomerReceipt, digits: str) -> str:
    """A link that opens a chat with this number and the text."""
    return chat_to(digits, _texts(receipt))


def _texts(receipt: CustomerReceipt) -> Iterator[str]:
    """The texts for a link, the longest first."""
    yield as_text(receipt)
    with speaking(receipt.branding.language):
        taken = receipt.taken
        told = (taken.number, corrected(taken), taken_by(taken), *map(_told, ways(taken)))
        yield "\n".join(each for each in told if each)


def _told(row: ReceiptRow) -> str:
    return f"{row.name}: {row.amount}"


def _paid(line: Line) -> str:
    paid = {
        PayWay.CASH: tr("Paid in cash"),
        PayWay.UPI: tr("Paid by UPI"),
        PayWay.CARD: tr("Paid by card"),
        PayWay.OTHER: tr("Paid otherwise"),
        PayWay.ACCOUNT: tr("Paid later"),
    }[line.way]
    return joined(", ", (paid, _ends(line)))


def _given(line: Line) -> str:
    ways = {
        PayWay.CASH: tr("Given back in cash"),
        PayWay.UPI: tr("Given back by UPI"),
        PayWay.CARD: tr("Given back by card"),
    }
    return joined(", ", (ways.get(line.way, tr("Given back otherwise")), _ends(line)))


def _ends(line: Line) -> str:
    return tr("ends {digits}", digits=line.reference[-_LAST_DIGITS:]) if line.reference else ""

"""The words for a refund: the button, what is cancelled, and the stage of a lost answer."""

from __future__ import annotations

from decimal import Decimal

from app.core.language import joined, mark, tr, trn
from app.desk.cancellation.open_cancellation import OpenCancellation, Stage
from app.desk.cancellation.refund_quote import RefundQuote
from app.desk.model import formats
from app.desk.model.booking import Choice, SeatChoice

OTHERS_CANCELLED = (
    mark("Another counter has cancelled seats of this booking."),
    mark("How many are left is not stated."),
)
"""That it is not known how many stay booked, and why."""
_MOST_NAMES = 2


def goes_words(choice: Choice) -> str:
    """What is cancelled: "1 passenger", "2 seats"."""
    return (formats.seats if isinstance(choice, SeatChoice) else formats.passengers)(_count(choice))


def _count(choice: Choice) -> int:
    return choice.qty if isinstance(choice, SeatChoice) else len(choice.travellers)


def button_words(quote: RefundQuote, *, net_shown: bool) -> tuple[str, ...]:
    """The words of the button, such as "Cancel 1 seat, refund INR 1,785.00", and shorter versions."""
    goes = goes_words(quote.choice)
    if not net_shown:
        return (tr("Cancel {goes}", goes=goes),)
    currency = quote.wallet.currency if quote.wallet else ""
    refund = tr("not stated") if quote.refund is None else money(quote.refund, currency)
    count = _count(quote.choice)
    return (
        tr("Cancel {goes}, refund {refund}", goes=goes, refund=refund),
        tr("Cancel {number}, refund {refund}", number=count, refund=refund),
        tr("Cancel {number}, {refund}", number=count, refund=refund),
    )


def stays_words(quote: RefundQuote) -> str:
    """What is cancelled and what stays, and that it cannot be undone."""
    choice = quote.choice
    if isinstance(choice, SeatChoice):
        left = quote.left
        went = trn("{number} seat is cancelled.", "{number} seats are cancelled.", choice.qty)
        stay = trn("{number} seat stays booked.", "{number} seats stay booked.", left) if left else ""
        if quote.booking.is_less:
            stay = joined(" ", map(tr, OTHERS_CANCELLED))
        return joined(" ", (went, stay, tr("This cannot be undone.")))
    left = sum(not each.is_cancelled for each in quote.before.travellers) - len(choice.travellers)
    names = [each.name for each in choice.travellers]
    who = formats.both(names) if len(names) <= _MOST_NAMES else formats.passengers(len(names))
    stay = trn("The other passenger stays booked.", "The other {number} passengers stay booked.", left)
    parts = (tr("{who} will no longer travel.", who=who), stay if left > 0 else "")
    return joined(" ", (*parts, tr("This cannot be undone.")))


def money(value: Decimal, currency: str) -> str:
    """An amount with its currency, if known."""
    return f"{currency} {formats.amount(value)}".strip()


def stage_words(known: OpenCancellation) -> tuple[str, str]:
    """The stage of a lost answer, and what it means."""
    return {
        Stage.SENDING: (tr("This cancellation is on its way."), tr("Its answer is waited for.")),
        Stage.WAITING: (
            tr("The service may or may not have cancelled this."),
            tr("Do not cancel it again, and do not pay out the refund yet."),
        ),
        Stage.UNCHANGED: (
            tr("The booking is unchanged."),
            tr("Two readings after the quiet period show no cancellation."),
        ),
        Stage.ESCALATED: (
            tr("The booking cannot tell whether this was cancelled."),
            tr("It has changed otherwise, or this change cannot be seen. Ask the operator."),
        ),
        Stage.CANCELLED: (
            tr("This was cancelled. Its reference is not known."),
            tr("The booking shows exactly what was asked for. Ask the operator for the reference."),
        ),
        Stage.NOT_CANCELLED: (
            tr("This was not cancelled, as was recorded."),
            tr("The booking stands. It can be cancelled from Bookings again."),
        ),
        Stage.SETTLED: (tr("This has been settled."), tr("Look in Bookings how it ended.")),
    }[known.stage]


def copied_words(known: OpenCancellation) -> str:
    """Everything the operator needs to find the cancellation, as lines."""
    refund = tr("not stated") if known.refund is None else money(known.refund, known.currency)
    lines = [
        tr("Request: {request_id}", request_id=known.request_id),
        tr("PNR: {booking_ref}", booking_ref=known.booking_ref),
        tr("Cancellation of: {choice}", choice=goes_words(known.choice)),
    ]
    if not isinstance(known.choice, SeatChoice):
        lines.append(tr("Traveller ids: {ids}", ids=", ".join(map(str, known.choice.ids))))
    lines += [
        tr("Refund quoted: {refund}", refund=refund),
        tr("Status before: {status}", status=known.before.booking_status or tr("not stated")),
    ]
    lines += [f"{each.at.isoformat(timespec='seconds')} {each.text}" for each in known.history]
    return "\n".join(lines)

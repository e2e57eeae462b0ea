"""Asks for the refund quote of all that is left of one booking, and sorts what comes back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from app.api.messages.errors import PartnerError, RefusedError
from app.core.language import mark, tr
from app.desk.cancellation.cancellation import Cancellations, charged
from app.desk.cancellation.refund_quote import RefundQuote, booking_of
from app.desk.model.booking import BookedTraveller, BookingState, Choice, SeatChoice, TravellerChoice
from app.desk.model.errors import DeskError
from app.desk.model.sale import Sale
from app.desk.storm import storm_words
from app.desk.storm.values import Quoted, QuoteState

_NO_ANSWER = mark("No answer. Ask again.")
_NOT_QUOTED = mark('Not quoted: "{words}"')


class Asked(NamedTuple):
    """What became of asking for a quote."""

    state: QuoteState
    """Quoted or not stated, or why there is no quote."""
    choice: Choice | None = None
    """What is to be cancelled; None when it could not be read."""
    quote: RefundQuote | None = None
    words: str = ""
    was_gone: bool = False
    """Whether the service has the whole booking as cancelled."""
    error: PartnerError | None = None
    """What the line or the service did, when it was that."""


class QuoteAsker:
    """Asks for one quote, also for several at the same time."""

    def __init__(
        self,
        cancellations: Cancellations,
        newest: Callable[[Sale], Awaitable[tuple[Sale, str]]],
        is_office_away: Callable[[], bool],
    ) -> None:
        """`newest` gives a sale as it is known now, and why it cannot be cancelled here, if so."""
        self._cancellations = cancellations
        self._newest = newest
        self._is_office_away = is_office_away

    async def ask(self, sale: Sale, known: Choice | None = None) -> Asked:
        """The quote of all that is left of a sale; `known` is the choice as it was quoted or typed before."""
        choice = known
        sale, left_out = await self._newest(sale)
        if left_out:
            return Asked(QuoteState.LEFT_OUT, choice, words=left_out)
        try:
            state = await self._cancellations.booking(sale.booking_ref, is_boat=sale.is_boat)
            if state.is_cancelled:
                words = tr(storm_words.ALREADY_CANCELLED)
                return Asked(QuoteState.LEFT_OUT, choice, words=words, was_gone=True)
            choice = _all_left(sale, state, known)
            if isinstance(choice, TravellerChoice) and len(choice.ids) < len(choice.travellers):
                return Asked(QuoteState.IDS_MISSING, choice)
            quote = await self._cancellations.quote(booking_of(sale), choice)
        except DeskError as error:
            return _failed(error, choice)
        if quote.beside and not self._is_office_away():
            self.leave(sale)
            return Asked(QuoteState.LEFT_OUT, choice, words=tr("{desk} Left out.", desk=quote.beside))
        stated = QuoteState.NOT_STATED if quote.refund is None else QuoteState.QUOTED
        return Asked(stated, choice, quote)

    def leave(self, sale: Sale) -> None:
        """Tell other desks that this one is no longer at a booking."""
        self._cancellations.desks.end(booking_of(sale))


def quoted_of(quote: RefundQuote) -> Quoted:
    """What a quote says; its charge also where that follows from debit and refund."""
    charge = charged(quote.refund, quote.charge, quote.debited)
    return Quoted(seats_of(quote.choice), quote.debited, charge, quote.refund, quote.quoted.here)


def seats_of(choice: Choice) -> int:
    """How many are cancelled by a choice."""
    return choice.qty if isinstance(choice, SeatChoice) else len(choice.travellers)


def partner_error(error: BaseException | None) -> PartnerError | None:
    """The error of the line or the service behind an error; None when it was neither."""
    while error is not None and not isinstance(error, PartnerError):
        error = error.__cause__
    return error


def _failed(error: DeskError, choice: Choice | None) -> Asked:
    behind = partner_error(error)
    if behind is not None and not isinstance(behind, RefusedError):
        return Asked(QuoteState.NO_ANSWER, choice, words=tr(_NO_ANSWER), error=behind)
    words = behind.words if isinstance(behind, RefusedError) else ""
    said = tr(_NOT_QUOTED, words=words) if words else error.advice.what
    return Asked(QuoteState.NOT_QUOTED, choice, words=said, error=behind)


def _all_left(sale: Sale, state: BookingState, known: Choice | None) -> Choice:
    """All that is left: of a boat as the service has it now, with the numbers that were typed."""
    if not sale.is_boat:
        return SeatChoice(sale.qty - sale.released)
    left = tuple(each for each in state.travellers if not each.is_cancelled)
    typed = known.travellers if isinstance(known, TravellerChoice) else ()
    return TravellerChoice(typed if _are_same(typed, left) else left)


def _are_same(typed: Sequence[BookedTraveller], left: Sequence[BookedTraveller]) -> bool:
    """Whether the typed numbers are those of exactly the people who are left."""
    return bool(typed) and Counter(map(_person, typed)) == Counter(map(_person, left))


def _person(traveller: BookedTraveller) -> tuple[str, str, str]:
    return traveller.name, traveller.age, traveller.gender

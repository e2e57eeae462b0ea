"""The client of the partner interface: its six calls as methods."""

from __future__ import annotations

import asyncio
import ssl
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from types import TracebackType
from typing import Self, TypeVar, overload

from app.api.messages.answers import (
    ActivityAvailability,
    ActivityContent,
    ActivityItem,
    ActivitySearch,
    BoatAvailability,
    BoatContent,
    BoatItem,
    BoatSearch,
    BookingResult,
    CancellationResult,
    QuoteAnswer,
    StatusAnswer,
    WalletAnswer,
)
from app.api.messages.api_key import ApiKey
from app.api.messages.envelope import ListAnswer
from app.api.messages.error_body import hidden_in
from app.api.messages.errors import RefusedError, UnreadableAnswerError
from app.api.messages.parsing import listed, quoted, says_empty, status_of, whole
from app.api.messages.requests import (
    ActivityBooking,
    ActivityCancellation,
    ActivityContentQuery,
    ActivityQuote,
    ActivitySearchQuery,
    BoatBooking,
    BoatCancellation,
    BoatContentQuery,
    BoatQuote,
    BoatSearchQuery,
    BodyRequest,
    ContentQuery,
    Module,
    SearchQuery,
    StatusQuery,
    WalletQuery,
    body_of,
    query_of,
)
from app.api.wire.classification import ExpectedAnswer
from app.api.wire.sender import Call, Heard, Sender, Sleep
from app.api.wire.service_url import ServiceUrl
from app.api.wire.timeouts import Timings
from app.api.wire.transport import tls_context
from app.api.wire.upload import Dispatch, Told

_List = TypeVar("_List", bound=ListAnswer)
_FEWER = (50, 5)
"""So many entries of a catalogue are asked for when it came empty."""


class PartnerClient:
    """The six calls of one key at one service (interface part 4).

    `base_url` is the typed address, such as `https://host/travel`; http is for loopback hosts only.
    Raises ValueError with a sentence when it cannot be used. Every method raises only `PartnerError`s.
    Reads are retried after a pause when the line or the service fails; calls that move money never are.
    Build `tls` in a thread (`transport.tls_context`) when an event loop is running.
    """

    def __init__(  # how to wait is keyword-only
        self,
        base_url: str,
        key: ApiKey,
        *,
        tls: ssl.SSLContext | None = None,
        timings: Timings | None = None,
        sleep: Sleep = asyncio.sleep,
        heard: Heard | None = None,
    ) -> None:
        """`heard` is told each raw reply of a call that reads."""
        address = ServiceUrl.parse(base_url)
        if tls is None and address.is_encrypted:
            tls = tls_context()
        self.address = base_url
        """As it was typed."""
        self._key = key
        self._tls, self._timings, self._sleep = tls, timings, sleep
        self._sender = Sender(address, key, tls, timings or Timings(), sleep, heard=heard)
        self._former: list[Sender] = []
        """Those of former keys: what is under way with one ends with it."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the kept connections; later calls raise NotSentError."""
        for sender in (*self._former, self._sender):
            await sender.aclose()

    def listening(self, heard: Heard) -> PartnerClient:
        """Another client of the same key and service that tells `heard` each raw reply; close it."""
        return PartnerClient(
            self.address, self._key, tls=self._tls, timings=self._timings, sleep=self._sleep, heard=heard
        )

    def without_key(self, text: str) -> str:
        """The text with the API key hidden, in case a service echoes it."""
        return hidden_in(text, self._key)

    def use_key(self, key: ApiKey) -> None:
        """Use another API key for every later call; calls under way keep the one they began with."""
        self._former.append(self._sender)
        self._key, self._sender = key, self._sender.with_key(key)

    def wait_for_money(self, seconds: float) -> None:
        """Set the time limit in seconds for the answer of each later call that moves money.

        Raises ValueError above the usual limit, on which the rules for late answers are based.
        """
        if not 0 < seconds <= Timings().money_total:
            raise ValueError("An answer can be waited for no longer than the usual time.")
        self._sender.wait_for_money(seconds)

    @property
    def service_offset(self) -> timedelta | None:
        """The service's clock minus this computer's, from the newest `Date` header; None when unknown."""
        return self._sender.service_offset

    @property
    def smallest_refused(self) -> int | None:
        """The smallest order in bytes that was too large for the service; None while none was."""
        return self._sender.body_limits.smallest_refused

    @overload
    async def content(self, query: ActivityContentQuery) -> ActivityContent: ...
    @overload
    async def content(self, query: BoatContentQuery) -> BoatContent: ...
    async def content(self, query: ContentQuery) -> ActivityContent | BoatContent:
        """The catalogue of a module (interface part 4.1); items that cannot be read are set aside."""
        if isinstance(query, BoatContentQuery):
            return await self._content(query, BoatContent, BoatItem)
        return await self._content(query, ActivityContent, ActivityItem)

    async def _content(self, query: ContentQuery, answer: type[_List], item: type[object]) -> _List:
        """A catalogue; of one that comes without a byte, its first entries.

        PHP writes nothing at all when one text in a list is no UTF-8.
        """
        try:
            call = self._get("content", "content.php", query)
            return await self._listed(call, answer, item, query.travel_date)
        except UnreadableAnswerError as error:
            fewer = next((each for each in _FEWER if each < (query.limit or 0)), None)
            if fewer is None or not error.is_empty:
                raise
        found = await self._content(query.model_copy(update={"limit": fewer}), answer, item)
        return found.model_copy(update={"is_part": True})

    @overload
    async def search_availability(self, query: ActivitySearchQuery) -> ActivitySearch: ...
    @overload
    async def search_availability(self, query: BoatSearchQuery) -> BoatSearch: ...
    async def search_availability(self, query: SearchQuery) -> ActivitySearch | BoatSearch:
        """The slots or departures of a day (interface part 4.2); bad items are set aside."""
        call = self._get("search_availability", "search_availability.php", query)
        if isinstance(query, BoatSearchQuery):
            return await self._listed(call, BoatSearch, BoatAvailability, query.date)
        return await self._listed(call, ActivitySearch, ActivityAvailability, query.date)

    async def create_booking(
        self, request: ActivityBooking | BoatBooking, *, dispatch: Dispatch, told: Told | None = None
    ) -> BookingResult:
        """The result of booking and settling at once (interface parts 4.3 and 2.5). Sent at most once.

        `dispatch` is awaited at most once, when the service has every byte but the last and is silent;
        the last byte follows when it has returned. When it raises, nothing was sent (NotSentError).
        `told` is called after each piece of the body with the bytes sent so far and their total.
        """
        call = self._post("create_booking", "create_booking.php", request, moves_money=True)
        return await self._sender.spend(call, dispatch, BookingResult, told)

    async def quote_cancellation(self, request: ActivityQuote | BoatQuote) -> QuoteAnswer:
        """The refund quote of a cancellation (interface part 4.4, QUOTE); it changes nothing.

        Its effect on replay protection is not shown, so it is retried only when it was never sent.
        """
        call = self._post("quote_cancellation", "cancel_booking.php", request, may_repeat=False)
        return await self._sender.read(call, quoted)

    async def confirm_cancellation(
        self, request: ActivityCancellation | BoatCancellation, *, dispatch: Dispatch
    ) -> CancellationResult:
        """The result of cancelling with an immediate refund (interface part 4.4, CONFIRM). Sent at most once.

        `dispatch` as in `create_booking`.
        """
        call = self._post("confirm_cancellation", "cancel_booking.php", request, moves_money=True)
        return await self._sender.spend(call, dispatch, CancellationResult)

    async def wallet_balance(self, request: WalletQuery) -> WalletAnswer:
        """The wallet of this client's API key (interface part 4.5)."""
        call = self._post("wallet_balance", "wallet_balance.php", request)
        return await self._sender.read(call, partial(whole, WalletAnswer))

    async def wallet_of(self, key: ApiKey, request: WalletQuery) -> WalletAnswer:
        """The wallet of another API key (interface part 4.5); this client keeps its own."""
        sender = self._sender.with_key(key)
        call = self._post("wallet_balance", "wallet_balance.php", request)
        call = replace(call, question=_question(key, request))
        try:
            return await sender.read(call, partial(whole, WalletAnswer))
        finally:
            await sender.aclose()

    async def booking_status(self, request: StatusQuery) -> StatusAnswer:
        """The state of one booking (interface part 4.6)."""
        call = self._post("booking_status", "booking_status.php", request)
        return await self._sender.read(call, partial(status_of, request.booking_ref))

    async def _listed(self, call: Call, answer: type[_List], item: type[object], day: date | None) -> _List:
        """The list that a call answers; one that is refused since it holds nothing is empty."""
        try:
            return await self._sender.read(
                call, partial(listed, answer, item, asked=day, hide=self.without_key)
            )
        except RefusedError as error:
            if type(error) is RefusedError and says_empty(error.http_status, error.words):
                return answer.model_validate({"items": (), "reason": error.words})
            raise

    def _get(self, name: str, endpoint: str, query: ContentQuery | SearchQuery) -> Call:
        question = ExpectedAnswer(self._key, is_boat=query.module_type is Module.BOAT)
        return Call(name, endpoint, question, parameters=query_of(query))

    def _post(
        self,
        name: str,
        endpoint: str,
        request: BodyRequest,
        *,
        moves_money: bool = False,
        may_repeat: bool = True,
    ) -> Call:
        question = replace(_question(self._key, request), moves_money=moves_money)
        return Call(name, endpoint, question, body=body_of(request), may_repeat=may_repeat)


def _question(key: ApiKey, request: BodyRequest) -> ExpectedAnswer:
    module = None if isinstance(request, WalletQuery) else request.module_type
    return ExpectedAnswer(key, is_boat=module is Module.BOAT, request_id=request.request_id)

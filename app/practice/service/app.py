"""The six endpoints of the partner interface as a small ASGI application.

Where the interface document says "not shown", this service does the following:

==============================  ==========================================================================
Not shown                       Here
==============================  ==========================================================================
fields of the error body        status ERROR, code, message, errors (field, message), practice; the same
                                for every refusal
error codes and their HTTP      the table STATUS_OF in errors.py; too little money is 402, lost seats
status                          and cutoffs 409
name of the BOAT provider       BOAT_PROVIDER_NOT_CONFIGURED, 424
error
wrong Content-Type              415; checked after the key, before the body
content for ACTIVITY without a  allowed; prices are a summary, offer_price and net_price null
date
content with a date             short_description and price_unit absent; offer_price is the lowest open
                                fare of that date
older variant of content        as with a date, without availability, booking and the spans of pricing
ACTIVITY search without         allowed: the slots of all activities; an unknown activity_id is 404
activity_id
slots that cannot be booked     listed; availability_status SOLD_OUT or CLOSED and booking_rules.reason in
                                words
inventory.status of boats       AVAILABLE, SOLD_OUT, BOOKING_CLOSED
inventory_mode                  LIVE_INVENTORY, REFERENCE_CAPACITY (seats are shown as the capacity but
                                counted all the same)
BOAT cutoff                     bookable up to and including booking_close_days before the travel date,
                                and before departure
ticket_type, nationality of     Adult, Child, Infant; INDIAN, FOREIGNER in search, MIXED (the Indian fare)
rates                           in content
age without a ticket            refused, 422
pax_gender, id_type             any word in capital letters
identity flags                  independent of each other: id_type, id_number, id_proof_file; the rule
                                for foreigners applies in addition
id_proof_file                   Base64 without a data: prefix, not empty, fewer than 2,000,000 characters
unknown fields or parameters,   refused, 422
other module's fields
GST of a BOAT booking           on the net total, fare and permit alike; half a paisa is rounded up
live_available_balance          the cash alone
create_booking with a used      sells again, because the document does not exclude it;
request_id                      World(deduplicates=True) returns the first answer
CONFIRM with a used request_id  the first answer again; 409 REQUEST_ID_REUSED when the rest of the body
                                differs
QUOTE                           changes nothing; 200 with amount_debited, platform_cancellation_charge,
                                net_agent_refund
cancellation charge             by the notice before the start, as cancellation_summary says; all of it
                                once it has begun
refund of a partial             the share of what was debited; repays the booking's credit first, then
cancellation                    cash
states after cancellation       BOAT Partially Cancelled, Cancelled; ACTIVITY partially_cancelled,
                                cancelled; payment Refunded
refund_status                   NONE, PARTIALLY_REFUNDED, REFUNDED, NO_REFUND
passenger ids                   passenger_id in the manifest of booking_status (absent in the older
                                variant)
ledger entries                  journal_entry_id, posted_at, entry_type, booking_ref, request_id,
                                currency, lines; newest first; the older variant has no request_id
dates on sale                   today and the 76 days after it
practice                        true on every answer and item; PNRs begin with PR; all numbers are in
                                their own range
==============================  ==========================================================================
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import cast
from urllib.parse import parse_qsl, urlencode

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from app.practice.protocol.errors import RequestRefusedError, error_body
from app.practice.protocol.json import Json, UnreadableRequestError, decoded_object
from app.practice.service import booking_replies, content_replies, request_parsing, search_replies
from app.practice.service.exchange import (
    CONTENT_TYPE,
    ServiceReply,
    agent_of,
    allowing,
    check_content_type,
    cut_answer,
    end_without_answer,
    read_body,
    refusal_reply,
    send_reply,
)
from app.practice.service.fault_control import Control
from app.practice.service.faults import (
    AnswerCut,
    BoatsOut,
    Delay,
    Faults,
    Hold,
    KeyTrouble,
    NoAnswer,
    OtherAnswer,
    Plan,
)
from app.practice.service.habits import Answer, Habit, as_known, chosen, written
from app.practice.world.catalogue import Activity
from app.practice.world.orders import ActivityOrder, OrderModule
from app.practice.world.world import World

_Item = dict[str, Json]
_HOSTILE = (
    '<img src="file:///dev/zero"> \u202egnitfil\u202c \u200bsnorkel\u2019s <b>50 % off</b> &amp; \u0000'
)


def spoiled(answer: Mapping[str, Json]) -> dict[str, Json]:
    """An answer of catalogue or search in which some items are malformed."""
    items = cast("list[_Item]", answer["data"])
    return {**answer, "data": [_SPOILERS.get(place, _left_alone)(item) for place, item in enumerate(items)]}


def _left_alone(item: _Item) -> _Item:
    return item


def _amounts_as_text(item: _Item) -> _Item:
    return cast("_Item", _mapped(item, lambda value: str(value) if isinstance(value, Decimal) else value))


def _amounts_too_fine(item: _Item) -> _Item:
    return cast(
        "_Item",
        _mapped(item, lambda value: value + Decimal("0.005") if isinstance(value, Decimal) else value),
    )


def _without_optional_parts(item: _Item) -> _Item:
    optional = ("media", "booking", "availability", "policies", "booking_rules", "inventory")
    return {name: value for name, value in item.items() if name not in optional}


def _without_number(item: _Item) -> _Item:
    return {name: value for name, value in item.items() if not name.endswith("_id")}


def _with_hostile_text(item: _Item) -> _Item:
    names = {"title", "location", "activity_name", "trip_name", "boat_name"}
    return {name: _HOSTILE if name in names else value for name, value in item.items()}


def _with_large_numbers(item: _Item) -> _Item:
    return {
        name: value + 2**53 if name.endswith("_id") and isinstance(value, int) else value
        for name, value in item.items()
    }


def _with_nulls(item: _Item) -> _Item:
    return {name: value if name.endswith("_id") or name == "date" else None for name, value in item.items()}


def _with_wrong_types(item: _Item) -> _Item:
    return cast("_Item", _mapped(item, lambda value: True if isinstance(value, Decimal) else value))


def _mapped(value: Json, change: Callable[[Json], Json]) -> Json:
    if isinstance(value, Mapping):
        return {name: _mapped(each, change) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_mapped(each, change) for each in value]
    return change(value)


_SPOILERS: Mapping[int, Callable[[_Item], _Item]] = {
    2: _amounts_as_text,
    3: _without_optional_parts,
    4: _with_hostile_text,
    5: _without_number,
    6: _with_large_numbers,
    7: _amounts_too_fine,
    8: _with_nulls,
    9: _with_wrong_types,
}


@dataclass(frozen=True, slots=True)
class EndpointCall:
    """One request with checked headers, as given to the work of an endpoint."""

    world: World
    agent: int
    query_string: bytes
    body: Mapping[str, object]
    boats_out: bool

    def need(self, module: OrderModule) -> None:
        """Raises RequestRefusedError when the provider of a module is not configured (interface part 7.3)."""
        if self.boats_out and module is OrderModule.BOAT:
            raise RequestRefusedError(
                "BOAT_PROVIDER_NOT_CONFIGURED", "The provider of the BOAT module is not configured."
            )


Work = Callable[[EndpointCall], dict[str, Json]]


def _content(call: EndpointCall) -> dict[str, Json]:
    query = request_parsing.content_query(call.query_string)
    call.need(query.module)
    if query.module is OrderModule.BOAT:
        answer = content_replies.boat_content(call.world, query.travel_date or call.world.today, query.limit)
    else:
        answer = content_replies.activity_content(call.world, query.travel_date, query.limit)
    return spoiled(answer) if call.world.unlucky else answer


def _search(call: EndpointCall) -> dict[str, Json]:
    query = request_parsing.search_query(call.query_string)
    call.need(query.module)
    if query.module is OrderModule.BOAT:
        answer = search_replies.boat_search(call.world, query.day)
    else:
        answer = search_replies.activity_search(
            call.world, _searched(call.world, query.activity_id), query.day
        )
    return spoiled(answer) if call.world.unlucky else answer


def _searched(world: World, activity_id: int | None) -> tuple[Activity, ...]:
    if activity_id is None:
        return world.activities
    activity = world.activity(activity_id)
    if activity is None:
        raise RequestRefusedError("ACTIVITY_NOT_FOUND", "There is no such activity.")
    return (activity,)


def _create(call: EndpointCall) -> dict[str, Json]:
    order = request_parsing.booking_order(call.body, call.world.today)
    if isinstance(order, ActivityOrder):
        return booking_replies.booked(call.world.sell_activity(order, call.agent), older=call.world.older)
    call.need(OrderModule.BOAT)
    return booking_replies.booked(call.world.sell_boat(order, call.agent), older=call.world.older)


def _cancel(call: EndpointCall) -> dict[str, Json]:
    request = request_parsing.cancel_request(call.body)
    call.need(request.order.module)
    if request.confirmed:
        return booking_replies.cancelled(call.world.cancel(request.order, call.agent))
    return booking_replies.quoted(call.world.quote(request.order, call.agent))


def _wallet(call: EndpointCall) -> dict[str, Json]:
    request_parsing.wallet_request(call.body)
    return booking_replies.wallet(call.agent, call.world.ledger(call.agent), older=call.world.older)


def _status(call: EndpointCall) -> dict[str, Json]:
    ref, module = request_parsing.status_request(call.body)
    call.need(module)
    return booking_replies.status(call.world.booking(ref, module, call.agent), older=call.world.older)


WORK: Mapping[str, Work] = {
    "content": _content,
    "search_availability": _search,
    "create_booking": _create,
    "cancel_booking": _cancel,
    "wallet_balance": _wallet,
    "booking_status": _status,
}


def practice_app(world: World, faults: Faults | None = None, habits: Iterable[str] = ()) -> Starlette:
    """The practice service over a world, with the control endpoint for its faults.

    Raises ValueError when a habit is not one of `habits.HABITS`.
    """
    faults = faults or Faults()
    kept = chosen(habits)
    endpoints = [Endpoint(name, work, world, faults, kept) for name, work in WORK.items()]
    routes = [Route(f"/api/{each.name}.php", each) for each in endpoints]
    routes.append(Route("/practice/faults", Control(world, faults)))
    nothing_here = RequestRefusedError("PATH_NOT_FOUND", "There is nothing at this address.")
    routes.append(Route("/{path:path}", Fixed(refusal_reply(nothing_here), world)))
    return Starlette(routes=routes, exception_handlers={500: _failed})


_READ_BY_GET = frozenset({"content", "search_availability"})


class Endpoint:
    """One endpoint: its faults, its headers, its work and its answer, in the dress of its habits."""

    def __init__(
        self, name: str, work: Work, world: World, faults: Faults, habits: tuple[Habit, ...] = ()
    ) -> None:
        self.name = name
        self._work = work
        self._world = world
        self._faults = faults
        self._habits = habits
        self._method = "GET" if name in _READ_BY_GET else "POST"
        self._success = 201 if name == "create_booking" else 200

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or apply the armed faults."""
        try:
            body = await read_body(receive)
        except RequestRefusedError as refused:
            await send_reply(send, refusal_reply(refused), self._world.now)
            return
        if body is not None:
            plan = self._faults.plan(self.name, confirms=b'"CONFIRM"' in body)
            await self._meet(plan, scope, body, receive, send)

    async def _meet(self, plan: Plan, scope: Scope, body: bytes, receive: Receive, send: Send) -> None:
        delay = plan.find(Delay)
        if delay:
            await asyncio.sleep(delay.seconds)
        hold = plan.find(Hold)
        if hold:
            # A caller that disconnects does not release the others.
            await asyncio.shield(asyncio.wrap_future(hold.until))
        unheard, other = plan.find(NoAnswer), plan.find(OtherAnswer)
        if unheard and not unheard.worked:
            await end_without_answer(scope, receive, send, unheard.cutting)
            return
        reply = ServiceReply(200, b"") if other and not other.worked else self._serve(plan, scope, body)
        if unheard:
            await end_without_answer(scope, receive, send, unheard.cutting)
            return
        if other:
            reply = ServiceReply(other.status, other.body, other.headers)
        cut = plan.find(AnswerCut)
        if cut:
            cut_answer(scope, cut)
        await send_reply(send, reply, self._world.now)

    def _serve(self, plan: Plan, scope: Scope, body: bytes) -> ServiceReply:
        for change in plan.changes:
            change.apply(self._world)
        try:
            answer = Answer(self.name, self._success, self._work(self._call(plan, scope, body)))
            return written(answer, self._habits)
        except RequestRefusedError as refused:
            return self._refusal(refused)
        except OSError:
            return self._refusal(RequestRefusedError("SERVICE_ERROR", "The practice file cannot be written."))

    def _refusal(self, refused: RequestRefusedError) -> ServiceReply:
        status = refused.http_status
        answer = Answer(self.name, status, error_body(refused), refusal=status)
        return written(answer, self._habits, allowing(refused))

    def _call(self, plan: Plan, scope: Scope, body: bytes) -> EndpointCall:
        agent = agent_of(scope)
        trouble = plan.find(KeyTrouble)
        if trouble:
            raise RequestRefusedError(trouble.code, "The key of this partner is not accepted.")
        check_content_type(scope)
        if scope["method"] != self._method:
            raise RequestRefusedError(
                "METHOD_NOT_ALLOWED", f"This call is made by {self._method}.", allow=self._method
            )
        return EndpointCall(
            world=self._world,
            agent=agent,
            query_string=self._query(scope["query_string"]),
            body=self._fields(scope, body),
            boats_out=plan.find(BoatsOut) is not None,
        )

    def _query(self, query_string: bytes) -> bytes:
        """The query as a service without habits would get it."""
        pairs = parse_qsl(query_string.decode("latin-1"), keep_blank_values=True)
        ids = {name: text for name, text in pairs if name == "activity_id"}
        known = as_known(ids, self._habits)
        if known == ids:
            return query_string
        return urlencode([(name, known.get(name, text)) for name, text in pairs]).encode()

    def _fields(self, scope: Scope, body: bytes) -> Mapping[str, object]:
        if self._method == "GET":
            if body:
                raise RequestRefusedError("VALIDATION_FAILED", "This call has no body.")
            return {}
        if scope["query_string"]:
            raise RequestRefusedError("VALIDATION_FAILED", "This call has no query parameters.")
        try:
            return as_known(decoded_object(body), self._habits)
        except UnreadableRequestError as error:
            raise RequestRefusedError("INVALID_JSON", str(error)) from error


class Fixed:
    """An address with a fixed answer that needs no API key."""

    def __init__(self, reply: ServiceReply, world: World) -> None:
        self._reply = reply
        self._world = world

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Answer."""
        await send_reply(send, self._reply, self._world.now)


def _failed(_request: Request, _error: Exception) -> Response:
    reply = refusal_reply(RequestRefusedError("SERVICE_ERROR", "The practice service has failed."))
    return Response(reply.body, reply.status, {"content-type": CONTENT_TYPE})

"""The work of the six endpoints, after the headers of a request are checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from app.practice.protocol.errors import RequestRefusedError
from app.practice.protocol.json import Json
from app.practice.service import booking_replies, content_replies, request_parsing, search_replies
from app.practice.service.malformed_items import spoiled
from app.practice.world.catalogue import Activity
from app.practice.world.orders import ActivityOrder, OrderModule
from app.practice.world.world import World


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

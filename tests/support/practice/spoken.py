"""What the practice service answers, taken once without a socket, to be written in any habits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlencode

from app.practice.protocol.errors import RequestRefusedError, error_body
from app.practice.service.app import WORK, EndpointCall
from app.practice.service.exchange import ServiceReply
from app.practice.service.habits import Answer, chosen, written
from app.practice.world.identity import AGENT_ID
from app.practice.world.world import World
from tests.support.practice.caller import (
    SCUBA,
    TODAY,
    TOMORROW,
    Clock,
    activity_body,
    boat_body,
    cancel_body,
    foreigner,
    passenger,
)

NEVER = TODAY + timedelta(days=400)
"""A day of which nothing is on sale."""


@dataclass(frozen=True, slots=True)
class Replies:
    """The answers of one world, by name: each endpoint, each module, empty lists and refusals."""

    answers: Mapping[str, Answer]

    def written(self, name: str, habits: Iterable[str]) -> ServiceReply:
        """One of them as a service with these habits sends it."""
        return written(self.answers[name], chosen(habits))

    def ref(self, sale: str) -> str:
        """The reference in the answer to a sale."""
        return _text(self.answers[sale], "booking_ref")


def taken(activities: int = 3) -> Replies:
    """All answers that a sale, a cancellation and their lists can get."""
    world = World(clock=Clock(), activities=activities)
    ask = _asking(world)
    boats = {"module": "BOAT"}
    slots = {"module": "ACTIVITY", "date": TODAY.isoformat()}
    answers = {
        "activities": ask("content", module="ACTIVITY", travel_date=TODAY.isoformat()),
        "one activity": ask("content", module="ACTIVITY", travel_date=TODAY.isoformat(), limit="1"),
        "summaries": ask("content", module="ACTIVITY"),
        "schedules": ask("content", **boats, travel_date=TOMORROW.isoformat()),
        "slots": ask("search_availability", **slots, activity_id=str(SCUBA)),
        "all slots": ask("search_availability", **slots),
        "departures": ask("search_availability", **boats, date=TOMORROW.isoformat()),
        "no slots": ask("search_availability", module="ACTIVITY", date=NEVER.isoformat()),
        "no departures": ask("search_availability", **boats, date=NEVER.isoformat()),
    }
    family = [passenger(traveler_name="Meera O'Brien"), foreigner(traveler_name="Jo Berg", age=34)]
    answers["activity sale"] = sold = ask("create_booking", activity_body())
    answers["boat sale"] = boated = ask("create_booking", boat_body(*family))
    refs = [_text(each, "booking_ref") for each in (sold, boated)]
    seats = cancel_body(refs[0], qty=1)
    answers["quote"] = ask("cancel_booking", {**seats, "action": "QUOTE"})
    answers["cancellation"] = ask("cancel_booking", seats)
    modules = zip(("activity status", "boat status"), refs, ("ACTIVITY", "BOAT"), strict=True)
    for name, ref, module in modules:
        answers[name] = ask(
            "booking_status", {"request_id": "status", "booking_ref": ref, "module_type": module}
        )
    answers["wallet"] = ask("wallet_balance", {"request_id": "wallet"})
    answers["refused sale"] = ask("create_booking", activity_body(request_id="sale-9", qty=90))
    answers["refused cancellation"] = ask("cancel_booking", {**seats, "request_id": "cancel-9", "qty": 90})
    return Replies(answers)


def _text(answer: Answer, name: str) -> str:
    assert isinstance(answer.fields, Mapping)
    return str(answer.fields[name])


def _asking(world: World) -> Callable[..., Answer]:
    def ask(endpoint: str, body: Mapping[str, object] | None = None, **query: str) -> Answer:
        call = EndpointCall(world, AGENT_ID, urlencode(query).encode(), body or {}, boats_out=False)
        try:
            return Answer(endpoint, 201 if endpoint == "create_booking" else 200, WORK[endpoint](call))
        except RequestRefusedError as refused:
            return Answer(endpoint, refused.http_status, error_body(refused), refused.http_status)

    return ask

"""The control endpoint of the practice service: faults for training, from this computer only."""

from __future__ import annotations

from abc import ABC, abstractmethod
from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from starlette.types import Receive, Scope, Send

from app.practice.protocol.errors import FieldProblem, RequestRefusedError
from app.practice.protocol.json import Json
from app.practice.service.exchange import (
    ServiceReply,
    agent_of,
    json_reply,
    read_body,
    refusal_reply,
    send_reply,
)
from app.practice.service.faults import EVERYWHERE, Cutting, Fault, Faults, OtherAnswer
from app.practice.world.catalogue import IdentityFlags
from app.practice.world.world import World

_LOOPBACK = frozenset({"127.0.0.1", "::1"})


class _Command(BaseModel):
    """A fault to arm; `times` null means until it is cleared."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    endpoint: str = EVERYWHERE
    times: int | None = 1


class Silence(_Command):
    """No answer, before the work or after it."""

    fault: Literal["before_work", "after_work"]
    silent: bool = True

    def arm(self, faults: Faults, _world: World) -> None:
        """Arm the fault."""
        arm = faults.before_work if self.fault == "before_work" else faults.after_work
        arm(self.endpoint, silent=self.silent, times=self.times)


class Slowness(_Command):
    """A late beginning of the work."""

    fault: Literal["slow"]
    seconds: Annotated[float, Field(gt=0, le=600)]

    def arm(self, faults: Faults, _world: World) -> None:
        """Arm the fault."""
        faults.slow(self.endpoint, self.seconds, times=self.times)


class Cut(_Command):
    """A connection that ends at a byte."""

    fault: Literal["cut_request", "cut_answer"]
    at: Annotated[int, Field(ge=0)]
    cutting: Cutting = Cutting.FIN

    def arm(self, faults: Faults, _world: World) -> None:
        """Arm the fault."""
        arm = faults.cut_request if self.fault == "cut_request" else faults.cut_answer
        arm(self.endpoint, self.at, self.cutting, times=self.times)


class ControlAnswer(_Command):
    """Another answer."""

    fault: Literal["answer"]
    status: int
    body: str = ""
    headers: dict[str, str] = {}
    worked: bool = False

    def arm(self, faults: Faults, _world: World) -> None:
        """Arm the fault."""
        other = OtherAnswer(self.status, self.body.encode(), self.headers, self.worked)
        faults.answer(self.endpoint, other, times=self.times)


class Outage(_Command):
    """An API key or a provider that does not work, by default until cleared."""

    fault: Literal["revoke_key", "disable_key", "unconfigure_boats"]
    times: int | None = None

    def arm(self, faults: Faults, _world: World) -> None:
        """Arm the fault."""
        arms = {
            "revoke_key": faults.revoke_key,
            "disable_key": faults.disable_key,
            "unconfigure_boats": faults.unconfigure_boats,
        }
        arms[self.fault](self.endpoint, times=self.times)


class _WorldCommand(_Command, ABC):
    """A change of the world: at once, or with an endpoint just before its next call."""

    endpoint: str = ""

    @abstractmethod
    def apply(self, world: World) -> None:
        """Change the world."""

    def arm(self, faults: Faults, world: World) -> None:
        """Arm the change for an endpoint, or apply it at once."""
        if self.endpoint:
            faults.change(self.endpoint, self.apply, times=self.times)
        else:
            self.apply(world)


class WalletChange(_WorldCommand):
    """Other cash or credit, in rupees."""

    fault: Literal["wallet"]
    cash: Decimal | None = None
    credit_left: Decimal | None = None

    def apply(self, world: World) -> None:
        """Change the wallet."""
        world.set_wallet(cash=self.cash, credit_left=self.credit_left)


class SeatsChange(_WorldCommand):
    """Seats that are sold elsewhere: of an availability, or with a day of a schedule."""

    fault: Literal["seats"]
    product_id: int
    seats: Annotated[int, Field(ge=0)] = 0
    day: date | None = None

    def apply(self, world: World) -> None:
        """Take the seats."""
        world.leave_seats(self.product_id, self.seats, day=self.day)


class PriceChange(_WorldCommand):
    """A higher price of an activity or schedule, in rupees for each person."""

    fault: Literal["price"]
    product_id: int
    by: Decimal

    def apply(self, world: World) -> None:
        """Change the price."""
        world.shift_price(self.product_id, self.by)


class FlagsChange(_WorldCommand):
    """Other identity flags of a schedule."""

    fault: Literal["flags"]
    schedule_id: int
    is_id_mandatory: bool = False
    is_id_no_required: bool = False
    is_id_upload_required: bool = False

    def apply(self, world: World) -> None:
        """Change the flags."""
        flags = IdentityFlags(self.is_id_mandatory, self.is_id_no_required, self.is_id_upload_required)
        world.set_flags(self.schedule_id, flags)


_COMMAND: TypeAdapter[
    Silence | Slowness | Cut | ControlAnswer | Outage | WalletChange | SeatsChange | PriceChange | FlagsChange
] = TypeAdapter(
    Annotated[
        Silence
        | Slowness
        | Cut
        | ControlAnswer
        | Outage
        | WalletChange
        | SeatsChange
        | PriceChange
        | FlagsChange,
        Field(discriminator="fault"),
    ]
)


class Control:
    """`/practice/faults`, with the API key: POST arms a fault, GET lists armed faults, DELETE clears them."""

    def __init__(self, world: World, faults: Faults) -> None:
        self._world = world
        self._faults = faults

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a command."""
        try:
            reply = self._obey(scope, await read_body(receive) or b"")
        except RequestRefusedError as refused:
            reply = refusal_reply(refused)
        await send_reply(send, reply, self._world.now)

    def _obey(self, scope: Scope, body: bytes) -> ServiceReply:
        client = scope.get("client")
        if not client or client[0] not in _LOOPBACK:
            raise RequestRefusedError("PATH_NOT_FOUND", "There is nothing at this address.")
        agent_of(scope)
        if scope["method"] == "POST":
            self._arm(body)
        elif scope["method"] == "DELETE":
            self._faults.clear()
        elif scope["method"] != "GET":
            raise RequestRefusedError(
                "METHOD_NOT_ALLOWED", "Faults are read, posted or deleted.", allow="GET, POST, DELETE"
            )
        return json_reply(200, {"status": "SUCCESS", "armed": [_shown(each) for each in self._faults.armed]})

    def _arm(self, body: bytes) -> None:
        try:
            _COMMAND.validate_json(body).arm(self._faults, self._world)
        except ValidationError as error:
            problems = tuple(
                FieldProblem(".".join(str(part) for part in each["loc"]), each["msg"])
                for each in error.errors(include_url=False, include_input=False, include_context=False)
            )
            raise RequestRefusedError("VALIDATION_FAILED", "The fault is not understood.", problems) from None
        except ValueError as error:
            raise RequestRefusedError("VALIDATION_FAILED", f"The fault cannot be armed: {error}.") from error


def _shown(fault: Fault) -> Json:
    return {"fault": type(fault.effect).__name__, "endpoint": fault.endpoint, "times": fault.times}

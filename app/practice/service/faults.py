"""Faults on demand: what the practice service does wrong, at which call, and how often."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from enum import StrEnum
from threading import Lock
from typing import TypeVar

from app.practice.world.world import World

ENDPOINTS = (
    "content",
    "search_availability",
    "create_booking",
    "cancel_booking",
    "wallet_balance",
    "booking_status",
)
EVERYWHERE = "*"
CONFIRM = "cancel_booking CONFIRM"
_STATUSES = range(200, 600)


class Cutting(StrEnum):
    """How a connection ends: closed in order, reset, or left open in silence."""

    FIN = "fin"
    RST = "rst"
    STALL = "stall"


@dataclass(frozen=True, slots=True)
class Delay:
    """The work begins late, and is done even when the caller disconnects meanwhile."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Hold:
    """The work begins once the future is done; other calls are answered meanwhile."""

    until: Future[None]


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """The caller gets no answer, before the work or after it."""

    worked: bool
    cutting: Cutting


@dataclass(frozen=True, slots=True)
class OtherAnswer:
    """Another answer, instead of the work or after it."""

    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    worked: bool = False


@dataclass(frozen=True, slots=True)
class RequestCut:
    """The connection ends after this many bytes of the request, head included; no work is done."""

    at: int
    cutting: Cutting


@dataclass(frozen=True, slots=True)
class AnswerCut:
    """The connection ends after this many bytes of the answer, head included; the work is done."""

    at: int
    cutting: Cutting


@dataclass(frozen=True, slots=True)
class KeyTrouble:
    """The API key is not accepted, with a code of the service."""

    code: str


@dataclass(frozen=True, slots=True)
class BoatsOut:
    """The provider of the BOAT module is not configured (interface part 7.3)."""


@dataclass(frozen=True, slots=True)
class WorldChange:
    """The world changes just before the work, as if by another desk or the office."""

    apply: Callable[[World], None]


Effect = Delay | Hold | NoAnswer | OtherAnswer | RequestCut | AnswerCut | KeyTrouble | BoatsOut | WorldChange
_Kind = TypeVar("_Kind", bound=Effect)


@dataclass(frozen=True, slots=True)
class Fault:
    """An effect armed for a call; with `times` None until it is cleared."""

    effect: Effect
    endpoint: str
    times: int | None = 1


@dataclass(frozen=True, slots=True)
class Plan:
    """The effects on one call, at most one of a kind except changes."""

    effects: tuple[Effect, ...] = ()

    def find(self, kind: type[_Kind]) -> _Kind | None:
        """The effect of a kind, or None."""
        return next((each for each in self.effects if isinstance(each, kind)), None)

    @property
    def changes(self) -> tuple[WorldChange, ...]:
        """All changes, in the order in which they were armed."""
        return tuple(each for each in self.effects if isinstance(each, WorldChange))


class Faults:
    """The armed faults. `endpoint` is one of ENDPOINTS, EVERYWHERE or CONFIRM. Thread-safe.

    Cuts need a real connection (PracticeServer); without one the call raises ConnectionResetError.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._armed: list[Fault] = []

    @property
    def armed(self) -> tuple[Fault, ...]:
        """The armed faults, oldest first."""
        with self._lock:
            return tuple(self._armed)

    def before_work(self, endpoint: str, *, silent: bool = True, times: int | None = 1) -> None:
        """Read the whole request, do nothing and send no answer: silent, or with the connection closed."""
        self.add(Fault(NoAnswer(worked=False, cutting=_silence(silent=silent)), endpoint, times))

    def after_work(self, endpoint: str, *, silent: bool = True, times: int | None = 1) -> None:
        """Do the work and send no answer: silent, or with the connection closed."""
        self.add(Fault(NoAnswer(worked=True, cutting=_silence(silent=silent)), endpoint, times))

    def slow(self, endpoint: str, seconds: float, *, times: int | None = 1) -> None:
        """Begin the work this much later."""
        self.add(Fault(Delay(seconds), endpoint, times))

    def hold(self, endpoint: str, *, times: int | None = 1) -> Future[None]:
        """A future, whose result, set from any thread, lets the work begin."""
        until: Future[None] = Future()
        self.add(Fault(Hold(until), endpoint, times))
        return until

    def cut_request(
        self, endpoint: str, at: int, cutting: Cutting = Cutting.FIN, *, times: int | None = 1
    ) -> None:
        """End the connection after `at` bytes of the request."""
        self.add(Fault(RequestCut(at, cutting), endpoint, times))

    def cut_answer(
        self, endpoint: str, at: int, cutting: Cutting = Cutting.FIN, *, times: int | None = 1
    ) -> None:
        """Do the work and end the connection after `at` bytes of the answer."""
        self.add(Fault(AnswerCut(at, cutting), endpoint, times))

    def answer(self, endpoint: str, answer: OtherAnswer, *, times: int | None = 1) -> None:
        """Send another answer."""
        self.add(Fault(answer, endpoint, times))

    def change(self, endpoint: str, apply: Callable[[World], None], *, times: int | None = 1) -> None:
        """Change the world just before the work."""
        self.add(Fault(WorldChange(apply), endpoint, times))

    def revoke_key(self, endpoint: str = EVERYWHERE, *, times: int | None = None) -> None:
        """Refuse the API key as unknown."""
        self.add(Fault(KeyTrouble("INVALID_API_KEY"), endpoint, times))

    def disable_key(self, endpoint: str = EVERYWHERE, *, times: int | None = None) -> None:
        """Refuse the partner as disabled (interface part 7.2)."""
        self.add(Fault(KeyTrouble("API_ACCESS_DISABLED"), endpoint, times))

    def unconfigure_boats(self, endpoint: str = EVERYWHERE, *, times: int | None = None) -> None:
        """Refuse the BOAT module (interface part 7.3)."""
        self.add(Fault(BoatsOut(), endpoint, times))

    def add(self, fault: Fault) -> None:
        """Arm a fault. Raises ValueError when it could never take effect."""
        _check(fault)
        with self._lock:
            self._armed.append(fault)

    def clear(self) -> None:
        """Clear all armed faults."""
        with self._lock:
            self._armed.clear()

    def plan(self, endpoint: str, *, confirms: bool = False) -> Plan:
        """The armed effects of this call, used up, except cuts of the request, which the connection takes."""
        names = {endpoint, EVERYWHERE, *((CONFIRM,) if confirms else ())}
        return Plan(tuple(self._take(names, lambda effect: not isinstance(effect, RequestCut))))

    def request_cut(self, endpoint: str) -> RequestCut | None:
        """The armed cut of this call's request, used up, or None."""
        found = self._take({endpoint, EVERYWHERE}, lambda effect: isinstance(effect, RequestCut))
        return Plan(tuple(found)).find(RequestCut)

    def _take(self, names: set[str], wanted: Callable[[Effect], bool]) -> list[Effect]:
        taken: list[Effect] = []
        kept: list[Fault] = []
        with self._lock:
            for fault in self._armed:
                effect = fault.effect
                taken_alike = any(type(each) is type(effect) for each in taken) and not isinstance(
                    effect, WorldChange
                )
                if fault.endpoint not in names or not wanted(effect) or taken_alike:
                    kept.append(fault)
                    continue
                taken.append(effect)
                kept.extend(_once_less(fault))
            self._armed = kept
        return taken


def _check(fault: Fault) -> None:
    names = (*ENDPOINTS, EVERYWHERE, CONFIRM)
    if fault.endpoint not in names:
        message = f"a fault is for one of {', '.join(names)}"
    elif fault.endpoint == CONFIRM and isinstance(fault.effect, RequestCut):
        message = "a request is cut before anybody knows whether it confirms"
    elif fault.times is not None and fault.times < 1:
        message = "a fault comes at least once"
    elif isinstance(fault.effect, OtherAnswer) and fault.effect.status not in _STATUSES:
        message = "an answer has a status from 200 to 599"
    else:
        return
    raise ValueError(message)


def _once_less(fault: Fault) -> tuple[Fault, ...]:
    if fault.times is None:
        return (fault,)
    return (replace(fault, times=fault.times - 1),) if fault.times > 1 else ()


def _silence(*, silent: bool) -> Cutting:
    return Cutting.STALL if silent else Cutting.FIN

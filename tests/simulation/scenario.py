"""What one seed stands for: the weather on the lines, the answers, the crashes, the customers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from random import Random

from app.desk.payment.unknown_outcome import TRIES
from tests.simulation.answers import DONE, UNDONE, AnswerPlan
from tests.simulation.books import LedgerShape, ledger_shape
from tests.simulation.service import Habits
from tests.simulation.wires import EARLY, ENDINGS, NO_CONNECTION, LinePlan

_LATEST = 175.0
"""Seconds after which the service has acted, or never will (the quiet period is longer)."""
PEOPLE = ("operator", "operator", "operator", "", "errs", "mistypes", "mixes up", "resends", "lets it expire")
_MOVED = ("7140.00", "7140.00", "900.00", "12500.00", "2856.00", "4284.00")
_SHARE_GOOD = 0.7
_SHARE_CALM = 0.35
_SHARE_QUIET = 0.1
_SHARE_WITH_A_TWIN = 0.1
_SHARE_BEHIND_A_GATEWAY = 0.12
_SHARE_STAYING = 0.5
_SHARE_WITH_ALL_TRIES = 0.2
_FEWER_TRIES = (2, 30, 180)
_SHARE_WITH_JUMP = 0.1
_SHARE_FOREIGN = 0.06
_SHARE_WITH_CRASH = 0.45
_SHARE_WITH_BAD_DISK = 0.12
_CUSTOMERS = (1, 1, 1, 1, 1, 2)
_PRESSES = (1, 1, 1, 2, 3)
_MOST_NEIGHBOURS = 10


@dataclass(frozen=True)
class Customer:
    """Somebody who wants one booking, and how the clerk serves them."""

    phone: str
    comes_at: float
    presses: int
    """How often the clerk tries until it is sold."""
    rests: float
    """Seconds between two tries."""
    clicks_twice: bool = False
    leaves_after: float | None = None
    """Seconds after which the clerk leaves the page that waits."""
    stops_after: float | None = None
    """Seconds after which the clerk tries to stop the order."""
    clicks_again: bool = False
    """The same page again, after it has ended."""
    cancels: tuple[int, ...] = ()
    """How many seats are given up afterwards, one cancellation after the other."""
    reads_for: float = 0.0
    """Seconds for which the clerk looks at the refund before accepting it."""
    obeys: bool = True
    """Does not press when the counter says that the same sale is open."""
    person: str = ""
    """What somebody says when the program does not know: one of `PEOPLE`."""
    sends_again: bool = False
    """Lets a cancellation be sent again that has not been made by all appearances."""


@dataclass(frozen=True)
class Move:
    """What another desk does, once."""

    desk: int
    at: float
    amount: Decimal
    is_refund: bool = False
    cancels_ours: bool = False
    """Gives up a seat of a booking of this counter."""


@dataclass(frozen=True)
class Crash:
    """When a life of the program ends before its time."""

    at_step: int = 0
    """In this durable step."""
    after_step: bool = False
    at_turn: int = 0
    """In this turn of the loop, at whatever awaits then."""
    at: float = 0.0
    """At this second of its life."""
    loses_power: bool = True
    """Else the program alone is killed, and the system lives."""


@dataclass(frozen=True)
class Scenario:
    """Everything that is drawn before a run begins; lines are drawn one by one as they are made."""

    customers: tuple[Customer, ...]
    crashes: tuple[Crash, ...]
    answers: tuple[AnswerPlan, ...]
    storm: float
    """The share of lines that something happens to."""
    habits: Habits
    shape: LedgerShape
    cash: Decimal
    moves: tuple[Move, ...]
    """What other desks do with the same wallet."""
    jump: tuple[float, float] | None
    """When the clock of the computer is set to another time, and by how much."""
    stays: bool
    """Whether somebody waits for the readings and decides; else the program is ended at once."""
    tries: tuple[int, ...]
    """When the wallet is read by itself; in most runs not as often as in earnest, which is as hard."""
    has_foreign_life: bool
    """Before the last life of the program there is one with the key of another agent."""
    failing: str
    fails_from: int


def scenario(chance: Random) -> Scenario:
    """Draw one."""
    has_bad_disk = chance.random() < _SHARE_WITH_BAD_DISK
    storm = chance.choice((0.0, 0.3, 0.6))
    return Scenario(
        customers=tuple(_customer(chance, number) for number in range(chance.choice(_CUSTOMERS))),
        crashes=tuple(_crash(chance) for _ in range(_crashes(chance))),
        answers=tuple(_answer(chance) for _ in range(6)),
        storm=storm,
        habits=Habits(
            chance.choice(("none", "replay", "reject")),
            states_refunds=chance.random() < 0.8,
            charges=Decimal(chance.choice((0, 0, 570, 3570))),
        ),
        shape=ledger_shape(chance),
        cash=Decimal(chance.choice((60000, 60000, 4000))),
        moves=tuple(_moves(chance)),
        jump=(chance.uniform(0.0, 12.0), chance.choice((-1, 1)) * chance.uniform(60.0, 5000.0))
        if chance.random() < _SHARE_WITH_JUMP
        else None,
        stays=chance.random() < _SHARE_STAYING,
        tries=TRIES if chance.random() < _SHARE_WITH_ALL_TRIES else _FEWER_TRIES,
        has_foreign_life=chance.random() < _SHARE_FOREIGN,
        failing=chance.choice(("full", "mirror", "database", "all")) if has_bad_disk else "",
        fails_from=chance.randint(1, 25) if has_bad_disk else 0,
    )


def mostly_good(
    chance: Random, answers: Sequence[AnswerPlan], times: int, *, refused: float
) -> tuple[AnswerPlan, ...]:
    """The first two answers so many times over, most of them good, and some refused.

    Else hardly any of several orders in a row would come to its second one.
    """
    return tuple(_mostly_good(chance, each, refused) for _ in range(times) for each in answers[:2])


def _mostly_good(chance: Random, other: AnswerPlan, refused: float) -> AnswerPlan:
    kind = chance.random()
    if kind < _SHARE_GOOD:
        return AnswerPlan()
    return AnswerPlan(is_done=False, shape="refused") if kind < _SHARE_GOOD + refused else other


def _moves(chance: Random) -> Iterator[Move]:
    """One to ten other desks: busy ones, or ones that hardly do anything while we wait."""
    kind = chance.random()
    if kind < _SHARE_QUIET:
        return
    if kind < _SHARE_QUIET + _SHARE_WITH_A_TWIN:
        # Exactly our price the other way round: the balance is as before.
        yield Move(0, chance.uniform(2.0, 150.0), Decimal(_MOVED[0]), is_refund=True)
        return
    is_calm = chance.random() < _SHARE_CALM
    for desk in range(chance.randint(1, _MOST_NEIGHBOURS)):
        for turn in range(chance.randint(0, 1) if is_calm else chance.randint(1, 3)):
            at = chance.uniform(0.0, 4000.0) if is_calm else chance.uniform(0.0, 8.0) * (1 + 20 * turn)
            is_refund, is_ours = chance.random() < 0.3, chance.random() < 0.03
            yield Move(desk, at, Decimal(chance.choice(_MOVED)), is_refund, is_ours)


def line_plan(chance: Random, storm: float) -> LinePlan:
    """What happens to one more connection."""
    # Most lines are quick: the program looks again and again whether a slow one has taken what was sent.
    latency = 0.001 + 0.119 * chance.random() ** 4
    is_swallowed = chance.random() < 0.3
    if chance.random() >= storm:
        return LinePlan(latency, is_swallowed=is_swallowed)
    ending = chance.choice(ENDINGS)
    cut = chance.random()
    mishaps = (
        LinePlan(latency, connecting=chance.choice(NO_CONNECTION)),
        LinePlan(latency, request_cut=cut, ending=ending),
        LinePlan(latency, request_cut=1.0, spares_last_byte=True, ending=ending),
        LinePlan(latency, request_cut=1.0, ending=ending, is_swallowed=is_swallowed),
        LinePlan(latency, request_cut=1.0, ending=ending, is_swallowed=is_swallowed),
        LinePlan(latency, early_answer=chance.choice(EARLY), early_after=chance.uniform(0.0, 0.5)),
        LinePlan(latency, answer_cut=cut, ending=ending),
    )
    return chance.choice(mishaps)


def _crashes(chance: Random) -> int:
    return chance.choice((1, 1, 1, 2)) if chance.random() < _SHARE_WITH_CRASH else 0


def _crash(chance: Random) -> Crash:
    loses_power = chance.random() < 0.7
    match chance.randrange(4):
        case 0 | 1:
            return Crash(
                at_step=chance.randint(1, chance.choice((16, 16, 60))),
                after_step=chance.random() < 0.5,
                loses_power=loses_power,
            )
        case 2:
            return Crash(at_turn=chance.randint(1, 250), loses_power=loses_power)
        case _:
            return Crash(at=chance.uniform(0.01, chance.choice((3.0, 6.5))) ** 3, loses_power=loses_power)


def _answer(chance: Random) -> AnswerPlan:
    delay = chance.uniform(0.05, 1.0) if chance.random() < 0.8 else chance.uniform(1.0, _LATEST)
    if chance.random() < _SHARE_BEHIND_A_GATEWAY:
        return AnswerPlan(0.3, is_done=chance.random() < 0.8, works_on=chance.uniform(1.0, _LATEST))
    kind = chance.random()
    if kind < 0.4:
        return AnswerPlan(delay)
    if kind < 0.75:
        return AnswerPlan(delay, shape=chance.choice(DONE))
    return AnswerPlan(delay, is_done=False, shape=chance.choice(UNDONE))


def _customer(chance: Random, number: int) -> Customer:
    return Customer(
        phone=f"98765{number:05}",
        comes_at=chance.uniform(0.0, 4.0) if chance.random() < 0.7 else 0.0,
        presses=chance.choice(_PRESSES),
        rests=chance.uniform(0.5, 5.0) if chance.random() < 0.7 else chance.uniform(150.0, 220.0),
        clicks_twice=chance.random() < 0.25,
        leaves_after=chance.uniform(0.0, 1.5) if chance.random() < 0.2 else None,
        stops_after=chance.uniform(0.0, 0.8) if chance.random() < 0.25 else None,
        clicks_again=chance.random() < 0.25,
        cancels=chance.choice(((), (), (2,), (2,), (1,), (1, 1))),
        reads_for=chance.choice((0.5, 0.5, 0.5, 5.0, 125.0)),
        obeys=chance.random() < 0.5,
        person=chance.choice(PEOPLE),
        sends_again=chance.random() < 0.5,
    )

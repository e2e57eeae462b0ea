"""What `frozen` promises is what a frozen and slotted dataclass does, so each case holds for both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError, asdict, dataclass, field, fields, replace
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

import pytest
from typing_extensions import override

from app.core.frozen import frozen

Row = TypeVar("Row")
Value = Callable[[type[Any]], type[Any]]


@pytest.fixture(params=[frozen, partial(dataclass, frozen=True, slots=True)], ids=["frozen", "dataclass"])
def value(request: pytest.FixtureRequest) -> Value:
    decorator: Value = request.param
    return decorator


def ticket(value: Value) -> type[Any]:
    @value
    class Ticket:
        """One of a party."""

        MOST: ClassVar[int] = 4
        name: str
        seats: int = 1
        tags: list[str] = field(default_factory=list[str], hash=False)
        key: str = field(default="", repr=False)
        seen_at: float = field(default=0.0, compare=False)

        @property
        def is_full(self) -> bool:
            return self.seats == self.MOST

    return Ticket


def test_it_is_made_by_place_and_name(value: Value) -> None:
    made = ticket(value)("Asha", seats=4, key="k")
    assert (made.name, made.seats, made.tags, made.key, made.seen_at) == ("Asha", 4, [], "k", 0.0)
    assert made.is_full


@pytest.mark.parametrize("given", [(), ("Asha", 1, [], "", 0.0, "more")])
def test_it_is_not_made_of_too_little_or_too_much(value: Value, given: tuple[object, ...]) -> None:
    with pytest.raises(TypeError, match="__init__"):
        ticket(value)(*given)


def test_what_is_made_for_one_belongs_to_it_alone(value: Value) -> None:
    of_tickets = ticket(value)
    assert of_tickets("Asha").tags is not of_tickets("Asha").tags


def test_it_is_never_changed(value: Value) -> None:
    made = ticket(value)("Asha")
    with pytest.raises(FrozenInstanceError, match="name"):
        made.name = "Ben"
    with pytest.raises(FrozenInstanceError, match="name"):
        del made.name
    assert made.name == "Asha"
    assert not hasattr(made, "__dict__")


def test_it_is_equal_by_the_fields_that_are_compared(value: Value) -> None:
    one, other = ticket(value), ticket(value)
    assert one("Asha", 2, seen_at=1.0) == one("Asha", 2, seen_at=2.0)
    assert one("Asha", 2) != one("Asha", 3)
    assert one("Asha", key="a") != one("Asha", key="b")
    assert one("Asha") != other("Asha")
    assert len({one("Asha", 2, ["x"]), one("Asha", 2, ["x"], "", 3.0)}) == 1


def test_what_is_secret_is_not_shown(value: Value) -> None:
    shown = repr(ticket(value)("Asha", key="secret"))
    assert shown == "ticket.<locals>.Ticket(name='Asha', seats=1, tags=[], seen_at=0.0)"


def test_dataclasses_know_it(value: Value) -> None:
    made = ticket(value)("Asha", 2)
    assert replace(made, seats=3) == ticket_like(made, 3)
    assert [each.name for each in fields(made)] == ["name", "seats", "tags", "key", "seen_at"]
    assert asdict(made) == {"name": "Asha", "seats": 2, "tags": [], "key": "", "seen_at": 0.0}


def ticket_like(made: Any, seats: int) -> Any:
    return type(made)(made.name, seats, made.tags, made.key, made.seen_at)


def test_it_is_matched_by_place(value: Value) -> None:
    assert ticket(value).__match_args__ == ("name", "seats", "tags", "key", "seen_at")


def test_it_derives_from_another(value: Value) -> None:
    @value
    class Paid(ticket(value)):
        """With its sum."""

        seats: int = 2
        paid: int = field(default=0, kw_only=True)

    made = Paid("Asha", paid=7)
    assert (made.name, made.seats, made.paid, made.tags) == ("Asha", 2, 7, [])
    assert not hasattr(made, "__dict__")
    with pytest.raises(TypeError, match="__init__"):
        Paid("Asha", 1, [], "", 0.0, 7)


def test_what_follows_from_the_fields_is_set_once(value: Value) -> None:
    @value
    class Copy:
        """With its length."""

        data: bytes
        length: int = field(init=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "length", len(self.data))

    assert Copy(b"abc").length == 3
    with pytest.raises(TypeError, match="length"):
        Copy(b"abc", length=4)


def test_its_own_methods_stay(value: Value) -> None:
    @value
    class Loose:
        """Equal to all."""

        name: str

        @override
        def __eq__(self, other: object) -> bool:
            return True

        @override
        def __hash__(self) -> int:
            return 7

        @override
        def __repr__(self) -> str:
            return "any"

    made = Loose("a")
    assert made == "b"
    assert (hash(made), repr(made)) == (7, "any")


def test_it_is_made_for_a_kind_of_row() -> None:
    @frozen
    class Shown(Generic[Row]):
        """A row; a dataclass cannot be called so on Python 3.11."""

        row: Row

    assert Shown[int](3).row == 3

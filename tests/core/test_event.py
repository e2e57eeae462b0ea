"""Subscribers of an event: called in order, removed, and undisturbed by each other's faults."""

from __future__ import annotations

from collections.abc import Callable

from app.core.event import Event
from tests.support import strays


def test_subscribers_are_called_in_order_until_they_are_removed() -> None:
    event, heard = Event[str](), list[str]()
    remove = event.subscribe(lambda news: heard.append(f"first {news}"))
    event.subscribe(lambda news: heard.append(f"second {news}"))
    event("a")
    remove()
    remove()
    event("b")
    assert heard == ["first a", "second a", "second b"]


def test_the_same_subscriber_counts_as_often_as_it_subscribes() -> None:
    event, heard = Event[int](), list[int]()
    remove = event.subscribe(heard.append)
    event.subscribe(heard.append)
    event(1)
    remove()
    event(2)
    assert heard == [1, 1, 2]


def test_a_subscriber_that_fails_stops_neither_the_others_nor_the_caller() -> None:
    event, heard = Event[str](), list[str]()

    def stumble(_news: str) -> None:
        raise LookupError("gone")

    event.subscribe(stumble)
    event.subscribe(heard.append)
    event("a")
    assert heard == ["a"]
    (written,) = strays.take()
    assert "gone" in written


def test_a_subscriber_that_another_removes_is_not_called_any_more() -> None:
    event, heard = Event[()](), list[str]()
    removing = list[Callable[[], None]]()
    event.subscribe(lambda: [each() for each in removing])
    removing.append(event.subscribe(lambda: heard.append("called")))
    event()
    assert heard == []

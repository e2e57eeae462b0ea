"""Each desk has a name of its own, which every other desk knows."""

from __future__ import annotations

from pathlib import Path

from app.store.office.desk_names import keep_name, names_of
from app.store.office.office import Office
from app.store.office.sync import bring_office
from tests.support.shared_places import OfficeDesks


def test_a_desk_is_called_like_its_computer_until_it_is_named(desks: OfficeDesks) -> None:
    desks.meet("COUNTER-PC")
    named = {"one": "COUNTER-PC", "two": "COUNTER-PC (2)"}
    assert [names_of(each) for each in (desks.one, desks.two, desks.shared)] == [named] * 3


def test_a_new_name_reaches_every_desk_and_counts_where_it_was_given(desks: OfficeDesks) -> None:
    desks.meet("COUNTER-PC")
    keep_name(desks.two, "two", "Jetty")
    assert names_of(desks.one)["two"] == "COUNTER-PC (2)"
    desks.meet("COUNTER-PC")
    named = {"one": "COUNTER-PC", "two": "Jetty"}
    assert [names_of(each) for each in (desks.one, desks.two, desks.shared)] == [named] * 3


def test_a_desk_that_was_named_alone_keeps_its_name_in_the_office(desks: OfficeDesks) -> None:
    keep_name(desks.one, "one", "Front")
    desks.meet("COUNTER-PC")
    assert names_of(desks.two)["one"] == "Front"


def test_a_desk_whose_own_data_was_lost_is_called_as_before(desks: OfficeDesks, quick_folder: Path) -> None:
    keep_name(desks.one, "one", "Front")
    desks.meet("COUNTER-PC")
    fresh = Office.open(quick_folder / "anew", "one")
    bring_office(fresh, desks.shared, "COUNTER-PC")
    assert (names_of(fresh)["one"], names_of(desks.shared)["one"]) == ("Front", "Front")
    fresh.close()


def test_a_desk_without_a_computer_name_has_none(desks: OfficeDesks) -> None:
    bring_office(desks.one, desks.shared)
    assert names_of(desks.shared) == {}

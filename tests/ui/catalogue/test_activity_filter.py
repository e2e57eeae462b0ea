"""Which activities a list leaves, and in which order."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.desk.model.activities import ActivityOffer, Span
from app.desk.model.booking import ItemId
from app.ui.catalogue.activity_filter import (
    BANDS,
    ActivityFilter,
    PriceBand,
    SortOrder,
    folded,
    matching,
    ordered,
    places,
    searchable,
)
from tests.support.desk.samples import OFFER


def _offer(
    number: int, title: str, place: str, fare: int | None, *, available: bool | None = True
) -> ActivityOffer:
    span = None if fare is None else Span(Decimal(fare), Decimal(fare + 400))
    return replace(OFFER, activity_id=number, title=title, place=place, fare=span, available=available)


DIVE = _offer(1, "Discover scuba dive, Elephant Beach", "Swaraj Dweep", 3800)
SAIL = _offer(2, "Sunset sail", "Straße", 2600, available=False)
WALK = _offer(3, "Sea walk", "Port Blair", None, available=None)
CAFE = _offer(4, "Café del Mar by boat", "Port Blair", 900)
ALL = (DIVE, SAIL, WALK, CAFE)


def _left(wanted: ActivityFilter) -> list[ItemId]:
    return [row.offer.activity_id for row in matching(ordered(searchable(ALL), wanted), wanted)]


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        ("", [1, 2, 3, 4]),
        ("  ", [1, 2, 3, 4]),
        ("SCUBA", [1]),
        ("swaraj scuba", [1]),
        ("beginners", [1, 2, 3, 4]),
        ("scuba boat", []),
        ("STRASSE", [2]),
        ("cafe mar", [4]),
        ("s", [2, 3, 1, 4]),
    ],
)
def test_every_typed_word_stands_somewhere(typed: str, left: list[int]) -> None:
    assert _left(ActivityFilter(typed)) == left


RANKED = (
    _offer(1, "Discover scuba dive", "Swaraj Dweep", 3800),
    _offer(2, "Trip by semi-submarine", "Glass Cove", 900),
    _offer(3, "Fibreglass workshop", "Port Blair", 900),
    _offer(4, "Sunset, glass-bottom boat", "Port Blair", 900),
    _offer(5, "Glass-bottom boat", "Port Blair", 900),
    _offer(6, "(Glass) kayak", "Swaraj Dweep", 900),
)
LONG = replace(RANKED[0], summary="Seen through a floor of glass, far out from the bay of Port Blair.")


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        ("glass", [5, 6, 4, 3, 2, 1]),
        ("GLASS b", [5, 4, 3, 2, 1, 6]),
        ("glass bottom", [5, 4]),
        ("glass-bo", [5, 4]),
        ("boat glass", [4, 5]),
        ("blair glass", [3, 4, 5, 1]),
        ("lass", [3, 4, 5, 6, 2, 1]),
        ("", [1, 2, 3, 4, 5, 6]),
    ],
)
def test_a_typed_title_is_first_then_its_words_then_place_and_text(typed: str, left: list[int]) -> None:
    rows, wanted = searchable((LONG, *RANKED[1:])), ActivityFilter(typed)
    assert [row.offer.activity_id for row in matching(ordered(rows, wanted), wanted)] == left


def test_of_titles_alike_what_sells_here_is_first_and_a_chosen_order_stays() -> None:
    rows = searchable((LONG, *RANKED[1:]))
    for wanted, left in (
        (ActivityFilter("glass", sold={"6": 3, "1": 9}), [6, 5, 4, 3, 2, 1]),
        (ActivityFilter("glass", order=SortOrder.DEAREST), [1, 2, 3, 4, 5, 6]),
    ):
        assert [row.offer.activity_id for row in matching(ordered(rows, wanted), wanted)] == left


def test_place_fare_and_open_are_all_held() -> None:
    assert _left(ActivityFilter(place="Port Blair")) == [3, 4]
    assert _left(ActivityFilter(only_open=True)) == [1, 3, 4]
    assert _left(ActivityFilter(band=BANDS[0])) == [4]
    assert _left(ActivityFilter(band=BANDS[2], place="Port Blair")) == []


@pytest.mark.parametrize(
    ("order", "rows"),
    [
        (SortOrder.NAME, [4, 1, 3, 2]),
        (SortOrder.PLACE, [4, 3, 2, 1]),
        (SortOrder.CHEAPEST, [4, 2, 1, 3]),
        (SortOrder.DEAREST, [1, 2, 4, 3]),
        (SortOrder.MOST_SOLD, [1, 2, 3, 4]),
    ],
)
def test_the_order_is_the_one_wanted(order: SortOrder, rows: list[int]) -> None:
    assert _left(ActivityFilter(order=order)) == rows


def test_what_sells_here_stands_first_and_the_rest_stays() -> None:
    assert _left(ActivityFilter(sold={"3": 2, "2": 7})) == [2, 3, 1, 4]


@given(st.decimals(0, 10_000, places=2))
def test_each_fare_is_in_exactly_one_band(fare: Decimal) -> None:
    assert sum(fare in band for band in BANDS) == 1


def test_bands_in_words() -> None:
    assert [band.label for band in BANDS] == [
        "Under 1,000",
        "1,000 to 2,500",
        "2,500 to 5,000",
        "5,000 and more",
    ]
    assert PriceBand(Decimal(0), Decimal(5)).label == "Under 5"


def test_the_places_that_there_are() -> None:
    assert places((*ALL, _offer(5, "x", "", 1))) == ("Port Blair", "Straße", "Swaraj Dweep")


@given(st.text(max_size=20))
def test_folding_twice_is_folding_once(text: str) -> None:
    assert folded(folded(text)) == folded(text)

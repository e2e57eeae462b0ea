"""Which days the choices over the list of bookings mean."""

from __future__ import annotations

from datetime import date, timedelta

from app.ui.bookings.sales_list import SalesFilter
from tests.ui.conftest import Open

FRIDAY = date(2026, 11, 20)
SOLD = ((0, 0), (-1, -1), (-4, 0), (-30, 0))
"""The first and the last day of each choice, in days from today."""
TRAVELS = ((0, 0), (1, 1), (0, 6), (-1, -1), (-7, -1))


async def test_each_choice_means_its_days(open_robot: Open) -> None:
    bar = SalesFilter(lambda: FRIDAY)
    robot = await open_robot(bar)

    def choose(chip: str, place: int) -> None:
        robot.find(chip).setFocus()
        robot.keys("Return", "Home", *["Down"] * place, "Return")

    for place, days in enumerate(SOLD, 1):
        choose("filter_sold", place)
        assert bar.wanted().sold == tuple(FRIDAY + timedelta(each) for each in days)
    for place, (first, last) in enumerate(TRAVELS, 1):
        choose("filter_travels", place)
        travels = bar.wanted().travels
        assert travels == tuple(FRIDAY + timedelta(each) for each in range(first, last + 1))

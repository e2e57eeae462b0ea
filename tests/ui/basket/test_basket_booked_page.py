"""What was booked of a basket: a debit other than agreed is said of each booking, as of a single sale."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from app.ui.basket.basket_booked_page import BasketSettlement
from app.ui.bookings.sale_facts import SaleFacts
from app.ui.kit.basics.mixin import Around
from tests.desk.basket.test_review import sold
from tests.ui.conftest import Open

AGREED = replace(sold("AC1"), expected=Decimal(7140))
OTHER = replace(sold("AC2", debited="12400.50"), expected=Decimal(12117))
LINE = "PNR AC2. Total debited 12,400.50, expected 12,117.00"


async def test_the_booking_that_was_debited_otherwise_is_named(open_robot: Open) -> None:
    pane = BasketSettlement((AGREED, OTHER))
    pane.resize(424, 690)
    robot = await open_robot(pane)
    assert robot.sees("This is not as expected")
    assert LINE in robot.texts()
    pane.take_around(Around(net_shown=False))
    assert robot.sees("Settled, amount differs. Press F8.")
    assert not robot.is_shown("differences")
    assert "12,400.50" not in "".join(robot.texts())


async def test_nothing_is_said_of_what_was_debited_as_agreed(open_robot: Open) -> None:
    # Of the second one it is not known what was agreed.
    pane = BasketSettlement((AGREED, sold("AC3")))
    pane.resize(424, 690)
    robot = await open_robot(pane)
    assert not robot.sees("not as expected")
    pane.take_around(Around(net_shown=False))
    assert robot.sees("Wallet side hidden")


async def test_the_margin_is_called_what_it_is_of_a_single_sale(open_robot: Open) -> None:
    pane = BasketSettlement((AGREED,), Decimal(800))
    pane.resize(424, 690)
    robot = await open_robot(pane)
    assert robot.sees("Your margin, without GST")
    assert robot.sees("800.00")


async def test_bookings_show_what_was_agreed_where_the_debit_is_another(open_robot: Open) -> None:
    facts = SaleFacts()
    facts.show_sale(AGREED, None)
    robot = await open_robot(facts)
    assert not robot.sees("Expected debit")
    facts.show_sale(OTHER, None)
    assert robot.sees("Expected debit")
    assert robot.sees("12,117.00")
    facts.take_around(Around(net_shown=False))
    assert not robot.sees("12,117.00")

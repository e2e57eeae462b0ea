"""The code for UPI: read by another program, it asks for exactly the amount of the line that is typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from app.desk.model.office_rules import TillRules
from app.desk.till.payment_values import Payment
from app.desk.till.upi import upi_link
from app.lifecycle.ocr_client import is_installed
from app.ui.kit.basics.qr_view import QrView
from app.ui.kit.basics.room import room_of_size
from app.ui.kit.controls.text_field import TextField
from app.ui.till.way_parts import UpiPart
from tests.desk.till.test_payment import due
from tests.support.ui.paper_codes import decoded
from tests.support.ui.taking_payment import TILL
from tests.ui.conftest import Open


async def code_of(open_robot: Open, rules: TillRules, *typed: str, currency: str = "INR") -> QrView | None:
    """The code of a payment of 21,157.50 with an amount typed; None when it has none."""
    part = UpiPart(rules, lambda: "A731BT9D3M66P", "BT9D3M66P", currency=currency, is_practice=False)
    payment = Payment(due(21_157_50))
    for field in part.findChildren(TextField):
        field.edited.connect(lambda: part.show_payment(payment))
    part.show_payment(payment)
    robot = await open_robot(part)
    for text in typed:
        robot.click("paid_amount")
        robot.type(text)
    return robot.find("upi_code", QrView) if robot.is_shown("upi_code") else None


@pytest.mark.skipif(not is_installed(), reason="the packages that read pictures are not installed")
@pytest.mark.parametrize(("typed", "paise"), [((), 21_157_50), (("10000",), 10_000_00), (("0.01",), 1)])
async def test_another_program_reads_the_amount_of_this_line(
    open_robot: Open, tmp_path: Path, typed: Sequence[str], paise: int
) -> None:
    code = await code_of(open_robot, TILL, *typed)
    assert code is not None
    picture = str(tmp_path / "code.png")
    code.grab().save(picture)
    assert decoded([picture]) == [code_text(paise)]


@pytest.mark.skipif(not is_installed(), reason="the packages that read pictures are not installed")
async def test_a_small_window_has_room_for_the_whole_code_and_it_is_read(
    open_robot: Open, tmp_path: Path
) -> None:
    code = await code_of(open_robot, TILL)
    assert code is not None
    usual = code.sizeHint().height()
    # 1024 x 600 at a text size of 130 %: what is above and below it leaves 146 pixels.
    part = code.parentWidget()
    assert isinstance(part, UpiPart)
    part.take_room(room_of_size(787, 461))
    assert code.sizeHint().height() < 146 < usual
    code.resize(code.sizeHint())
    picture = str(tmp_path / "code.png")
    code.grab().save(picture)
    assert decoded([picture]) == [code_text(21_157_50)]


async def test_without_an_address_there_is_no_code(open_robot: Open) -> None:
    code = await code_of(open_robot, TillRules(is_on=True))
    assert code is None


async def test_of_another_currency_there_is_no_code(open_robot: Open) -> None:
    assert await code_of(open_robot, TILL, currency="USD") is None


def test_each_line_asks_with_a_reference_of_its_own(qapp: object) -> None:
    numbers = iter("ABC")
    part = UpiPart(TILL, lambda: next(numbers), "BT9D3M66P", currency="INR", is_practice=False)
    payment = Payment(due(21_157_50))
    part.show_payment(payment)
    assert "&tr=A&" in part.shown(payment).upi
    part.clear()
    part.show_payment(payment)
    assert "&tr=B&" in part.shown(payment).upi
    assert qapp is not None


async def test_of_an_amount_that_is_none_there_is_no_code(open_robot: Open) -> None:
    code = await code_of(open_robot, TILL, "99999")
    assert code is not None
    assert code.text == ""


async def test_the_customer_reads_the_amount_and_the_code_of_this_line(open_robot: Open) -> None:
    part = UpiPart(TILL, lambda: "A731BT9D3M66P", "BT9D3M66P", currency="INR", is_practice=False)
    payment = Payment(due(21_157_50))
    for field in part.findChildren(TextField):
        field.edited.connect(lambda: part.show_payment(payment))
    part.show_payment(payment)
    robot = await open_robot(part)
    whole = part.shown(payment)
    assert (whole.total, whole.upi) == (Decimal("21157.50"), code_text(21_157_50))
    robot.click("paid_amount")
    robot.type("10000")
    assert part.shown(payment) == replace(whole, total=Decimal(10000), upi=code_text(10_000_00))
    # Of an amount that is none there is no code, and all that is left is to be paid.
    robot.type("0000")
    assert part.shown(payment) == replace(whole, upi="")


def code_text(paise: int) -> str:
    return upi_link(TILL, paise, "A731BT9D3M66P", "BT9D3M66P")

"""The settings of the till: what is typed is checked, and counts at once."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLineEdit

from app.ui.kit.basics.qr_view import QrView
from tests.ui.settings.conftest import Scene


async def test_the_switch_counts_at_once(scene: Scene) -> None:
    scene.robot.click("till")
    await scene.robot.until(lambda: scene.told)
    assert scene.told == [{"till": True}]


@pytest.mark.parametrize("typed", ["coralcoast", "coral coast@bank", "@bank", "a@b@c", "coral@bank&am=1"])
async def test_a_wrong_address_gets_a_sentence_and_counts_for_nothing(scene: Scene, typed: str) -> None:
    await scene.type("upi_address", typed)
    await scene.robot.until(lambda: scene.robot.sees("An address for UPI is like"))
    assert scene.told == []
    assert not scene.robot.is_shown("test_code")


async def test_an_address_is_tested_before_it_counts_as_tested(scene: Scene) -> None:
    robot = scene.robot
    await scene.type("upi_address", "coralcoast@examplebank")
    await robot.until(lambda: robot.is_shown("test_code"))
    link = robot.find("test_code", QrView).text
    assert "pa=coralcoast@examplebank" in link
    assert "am=1.00" in link
    robot.click("upi_tested")
    await robot.until(lambda: scene.setup.settings.upi_tested == "coralcoast@examplebank")
    # Another address is to be tested anew.
    await scene.type("upi_address", "other@examplebank")
    await robot.until(lambda: scene.setup.settings.upi_address == "other@examplebank")
    assert scene.setup.settings.upi_tested != scene.setup.settings.upi_address


async def test_series_and_code_are_checked_too(scene: Scene) -> None:
    await scene.type("receipt_series", "7")
    await scene.robot.until(lambda: scene.robot.sees("One or two capital letters"))
    await scene.type("upi_merchant_code", "12")
    await scene.robot.until(lambda: scene.robot.sees("has four digits"))
    assert scene.told == []
    await scene.type("receipt_series", "b")
    await scene.robot.until(lambda: scene.told == [{"receipt_series": "B"}])


async def test_the_rounding_of_cash_is_chosen(scene: Scene) -> None:
    scene.robot.click("cash_rounding:1.00")
    await scene.robot.until(lambda: scene.told == [{"cash_rounding": "1.00"}])


async def test_what_was_refused_stands_while_another_setting_is_kept(scene: Scene) -> None:
    await scene.type("upi_address", "a@b@c")
    await scene.robot.until(lambda: scene.robot.sees("An address for UPI is like"))
    await scene.type("upi_name", "Coral Coast")
    await scene.robot.until(lambda: scene.told == [{"upi_name": "Coral Coast"}])
    assert scene.robot.find("upi_address", QLineEdit).text() == "a@b@c"
    assert scene.robot.sees("An address for UPI is like")

"""Who can be chosen to be cancelled."""

from __future__ import annotations

from app.desk.cancellation.refund_quote import Booking
from app.desk.model.booking import BookedTraveller, TravellerChoice
from app.ui.cancellation.choice_panel import ChoicePanel
from tests.ui.conftest import Open


def _person(number: int, status: str = "Confirmed") -> BookedTraveller:
    return BookedTraveller(f"Person {number}", "30", "MALE", "Adult", status, number)


async def test_all_are_those_who_are_not_cancelled(open_robot: Open) -> None:
    panel = ChoicePanel(Booking("BT1", is_boat=True, qty=2))
    panel.resize(800, 600)
    robot = await open_robot(panel)
    panel.show_people([_person(1), _person(2, "Cancelled"), _person(3)])
    assert robot.find("select_all").property("text") == "Select all 2"
    robot.click("select_all")
    assert isinstance(panel.choice, TravellerChoice)
    assert panel.choice.ids == (1, 3)

"""The ways on after a stop: what is typed behind the digit of a way belongs to it."""

from __future__ import annotations

from app.ui.basket.stop_panel import StopPanel, WayOn
from tests.ui.conftest import Open
from tests.ui.test_heard import listening

WAYS = (
    WayOn("wait", "Wait while the wallet is read", "", "Wait"),
    WayOn("anyway", "Book the rest all the same", "", "Book the rest"),
)


async def test_who_lets_the_rest_go_types_the_name_at_once(open_robot: Open) -> None:
    panel = StopPanel()
    robot = await open_robot(panel)
    with listening() as heard:
        panel.ask("Stopped", "One outcome is not known.", WAYS)
        await robot.until(lambda: heard.said)
    assert [each.text for each in heard.said] == ["Stopped. One outcome is not known."]
    panel.press(2)
    await robot.until(lambda: robot.focused == "by")
    panel.press(1)
    await robot.until(lambda: robot.focused == "ways")
    assert panel.way is not None
    assert panel.way.name == "wait"

"""What came in place of a list that could not be read."""

from __future__ import annotations

from app.ui.kit.sheets.details_box import details_text
from app.ui.kit.sheets.failure_panel import lost_advice


def test_what_came_stands_below_each_other_and_is_bounded() -> None:
    found = lost_advice("2 activities could not be read", ("Walk: x", "Entry 2: y"))
    assert found.what == "2 activities could not be read"
    assert found.details == (("What came", "Walk: x"), ("", "Entry 2: y"))
    assert details_text(found).endswith("\nWhat came: Walk: x\nEntry 2: y")
    many = lost_advice("x", tuple(map(str, range(500))))
    assert len(many.details) == 51
    assert many.details[-1] == ("", "and 450 more")

"""Chips of which one is chosen: by the pointer, by its key, and kept when others come and go."""

from __future__ import annotations

from app.ui.kit.basics.actions import Key
from app.ui.kit.controls.filter_chip import ChipChoice, ChoiceChip, ChoiceChips


def chips(*keys: str) -> tuple[ChoiceChips, list[str]]:
    """Chips with these keys, and what was chosen of them."""
    made, chosen = ChoiceChips("Show"), list[str]()
    made.setObjectName("filter")
    made.chosen.connect(chosen.append)
    made.show_choices(ChipChoice(each, each.title()) for each in keys)
    return made, chosen


def test_none_is_chosen_before_one_is_pressed() -> None:
    made, chosen = chips("all", "told")
    assert made.current == ""
    made.choose("told")
    assert (made.current, chosen) == ("told", ["told"])
    # The one that is set stays so.
    made.choose("told")
    assert (made.current, chosen) == ("told", ["told"])


def test_the_first_is_chosen_when_the_chosen_one_goes() -> None:
    made, chosen = chips("all", "come")
    made.choose("come")
    made.show_choices((ChipChoice("all", "All 2"), ChipChoice("told", "Told 1")))
    assert (made.current, chosen) == ("all", ["come", "all"])
    texts = {each.text() for each in made.findChildren(ChoiceChip) if not each.isHidden()}
    assert texts == {"All 2", "Told 1"}


def test_a_chip_with_an_icon_or_a_key_is_wider() -> None:
    plain = ChoiceChip(ChipChoice("a", "Weather"))
    assert ChoiceChip(ChipChoice("a", "Weather", icon="check")).sizeHint().width() > plain.sizeHint().width()
    keyed = ChoiceChip(ChipChoice("a", "Weather", pressed=Key("1")))
    assert keyed.sizeHint().width() > plain.sizeHint().width()
    assert keyed.accessibleDescription() == "Key 1"
    assert not keyed.grab().isNull()

"""The wallet in the top bar: what it says where there is little room, and while it is hidden."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect

from app.ui.wallet import chip
from app.ui.wallet.chip import WalletChip
from tests.support.desk.samples import WALLET, later
from tests.support.ui.looking import Show

OLD = 301
"""Seconds after which a reading no longer stands without its time."""


@pytest.fixture
def narrow(shown: Show) -> WalletChip:
    """A chip in a bar that has no room for the credit."""
    made = WalletChip()
    made.show_wallet(WALLET)
    made.give_way(credit=True)
    shown(made)
    return made


def test_an_old_reading_has_its_time_where_the_credit_has_no_room(
    narrow: WalletChip, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[str] = []

    def note(_painter: object, _place: QRect, text: str, *_rest: object) -> None:
        painted.append(text)

    monkeypatch.setattr(chip, "draw_text", note)
    narrow.grab()
    assert painted == ["INR 13,420.50", ""]
    narrow.age(later(OLD))
    painted.clear()
    narrow.grab()
    assert painted[0] == "INR 13,420.50"
    assert painted[1].startswith("read ")


def test_the_tooltip_has_the_credit_and_hides_with_the_wallet(narrow: WalletChip) -> None:
    assert "credit 37,500.00" in narrow.toolTip()
    narrow.show_net(shown=False)
    assert narrow.toolTip() == ""
    narrow.show_net(shown=True)
    narrow.give_way(credit=False)
    assert narrow.toolTip() == ""

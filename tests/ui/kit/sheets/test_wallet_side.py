"""Net is hidden in whatever stands on a page, also in what is put there later."""

from __future__ import annotations

from PySide6.QtGui import QAccessible
from typing_extensions import override

from app.ui.kit.basics.layouts import column, held
from app.ui.kit.basics.mixin import Around, NetSide, Told
from app.ui.kit.basics.room import Moving, Room, tell_room
from app.ui.kit.basics.text import Label
from app.ui.kit.sheets.page import Page
from tests.support.ui.looking import Show


class NetLabel(Told, Label):
    """Says what it costs the agency, unless that is hidden."""

    @override
    def follow_net(self) -> None:
        """Show the amount or nothing."""
        self.setText("3,400.00" if self.net_shown else "")


def test_what_is_put_into_a_page_later_hides_its_net_as_well(shown: Show) -> None:
    page, early, late = Page(), NetLabel("3,400.00"), NetLabel("3,400.00")
    lines = column(early)
    page.setLayout(lines)
    shown(page)
    page.take_around(Around(net_shown=False))
    assert early.text() == ""
    lines.addWidget(late)
    late.show()
    assert late.text() == ""
    page.take_around(Around())
    assert [early.text(), late.text()] == ["3,400.00", "3,400.00"]


def test_nothing_of_a_hidden_side_can_be_read_nor_does_its_owner_show_it(shown: Show) -> None:
    page = Page()
    side, other = NetSide(column(Label("3,400.00"))), NetSide(column(Label("Hidden")), in_place=True)
    page.setLayout(column(side, other))
    shown(page)
    assert (side.isHidden(), other.isHidden()) == (False, True)
    page.take_around(Around(net_shown=False))
    assert (side.isHidden(), other.isHidden()) == (True, False)
    assert QAccessible.queryAccessibleInterface(side).childCount() == 0
    for each in (side, other):
        each.show()
    assert (side.isHidden(), other.isHidden()) == (True, False)
    other.hide()
    page.take_around(Around())
    assert (side.isHidden(), other.isHidden()) == (False, True)
    assert QAccessible.queryAccessibleInterface(side).childCount() == 1


def test_a_side_that_is_put_into_a_closed_part_cannot_be_read_there(shown: Show) -> None:
    page, lines, side = Page(), column(), NetSide(column(Label("3,400.00")))
    closed = held(lines)
    page.setLayout(column(closed))
    shown(page)
    closed.hide()
    page.take_around(Around(net_shown=False))
    lines.addWidget(side)
    assert QAccessible.queryAccessibleInterface(side).childCount() == 0


def test_a_side_that_moves_into_a_closed_part_is_there_when_that_opens(shown: Show) -> None:
    page, lines, side = Page(), column(), NetSide(column(Label("3,400.00")))
    closed = held(lines)
    page.setLayout(column(Moving(side, lambda room: room.is_low, lines.addWidget), closed))
    shown(page)
    closed.hide()
    tell_room(page, Room(is_low=True))
    for net_shown in (False, True):
        page.take_around(Around(net_shown=net_shown))
    closed.show()
    assert side.isVisible()


def test_parts_follow_once_what_holds_in_the_window(shown: Show) -> None:
    page, label, told = Page(), NetLabel("3,400.00"), list[tuple[Around, bool]]()
    page.setLayout(column(label))
    shown(page)

    def hear(before: Around) -> None:
        told.append((before, label.is_online))

    page.turned.connect(hear)
    offline = Around(is_online=False)
    for around in (Around(), offline, offline):
        page.take_around(around)
    assert told == [(Around(), False)]
    assert page.selling_off == ""

"""The parts that pages are made of, on one sheet: what each looks like, light and dark."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLayout, QWidget

from app.core.frozen import frozen
from app.core.language import mark
from app.desk.model import formats
from app.desk.model.sale import Advice
from app.ui.kit.basics.actions import FILTER, GO_ON
from app.ui.kit.basics.amounts import AmountLabel, Pair, total
from app.ui.kit.basics.badge import Badge
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.checkbox import Checkbox
from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.kit.controls.filter_chip import FilterChip
from app.ui.kit.controls.segmented import SegmentChoice, Segmented
from app.ui.kit.controls.stepper import Stepper
from app.ui.kit.controls.switch import Switch
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.lists.table import RowRules, Section, Table
from app.ui.kit.lists.table_columns import Cell, Column, Columns
from app.ui.kit.lists.timeline import Timeline, TimelineEvent
from app.ui.kit.sheets.empty_state import EmptyState
from app.ui.kit.sheets.failure_panel import FailurePanel
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page_layout import ActionBar, HintLine
from app.ui.kit.sheets.step_bar import REVIEW_STEP, sale_steps
from app.ui.theme import style
from tests.support.ui.picturing import KEEP, THEMES, Gallery
from tests.support.ui.robot import Robot

_SIDE = 418


@frozen
class _Trip:
    """A row of the table."""

    name: str
    seats: int
    pays: Decimal


_COLUMNS: Columns[_Trip] = Columns(
    (
        Column(mark("Trip"), cell=lambda trip: Cell(trip.name, role="bodyStrong", beneath="09:00")),
        Column(mark("Seats"), 56, cell=lambda trip: formats.seats(trip.seats), ink="text2"),
        Column(mark("Customer pays"), 100, is_right=True, cell=lambda trip: formats.amount(trip.pays)),
        Column(mark("Net"), 70, is_right=True, is_net=True, cell=lambda trip: formats.amount(trip.pays / 2)),
    ),
    left=16,
    right=16,
    gap=12,
)


def _table() -> Table[_Trip]:
    table = Table[_Trip](_COLUMNS, RowRules(48, key=lambda trip: trip.name), "parts_table", "Trips")
    glass, walk = _Trip("Glass bottom boat", 2, Decimal(3990)), _Trip("Sea walk", 1, Decimal(4200))
    table.show_rows((Section("Today", formats.seats(3)), glass, walk))
    table.choose(1)
    table.setFixedHeight(150)
    return table


def _labelled(name: str, *parts: QWidget | QLayout | int) -> QLayout:
    """Parts below the name by which the code calls them."""
    return column(Label(name, "caption", "text3"), 6, *parts)


def _controls() -> QLayout:
    wrong = TextField("Phone", "parts_phone")
    wrong.set_text("98")
    wrong.show_error("A phone number has 10 digits.")
    ticked, switch = Checkbox("The customer agrees"), Switch("Hidden net", on=True)
    ticked.setChecked(True)
    chip = FilterChip("Open only", icon="clock")
    chip.setCheckable(True)
    chip.setChecked(True)
    choices = SegmentChoice("a", "Activities"), SegmentChoice("b", "Boats")
    segmented = Segmented(choices, "What is sold")
    segmented.choose("a")
    spend = ConfirmButton("Book 2 seats 3,990.00")
    spend.arm()
    buttons = row(
        Button("Print"), Button("Review", "primary", key=GO_ON), Button("Delete", "destructive"), None, gap=8
    )
    return column(
        _labelled("Button", buttons),
        _labelled("ConfirmButton", spend),
        _labelled("TextField", wrong),
        _labelled("Segmented, FilterChip", row(segmented, chip, None, gap=12)),
        _labelled("Stepper, Switch, Checkbox", row(Stepper("Seats"), switch, ticked, None, gap=16)),
        None,
        gap=18,
    )


def _told() -> QLayout:
    amount = AmountLabel()
    amount.show_amount(Decimal("3990.50"), "INR")
    events = Timeline(tight=True)
    events.show_events(
        (
            TimelineEvent("Booked and settled", at="10:02:11"),
            TimelineEvent("Wallet is read", "open"),
            TimelineEvent("Outcome not known", "question", more="Nothing is sent again by itself."),
        )
    )
    failure = FailurePanel()
    failure.show_advice(Advice("The line is down.", "Nothing was read.", "Read again when it is back."))
    return column(
        _labelled(
            "AmountLabel, Pair, total", amount, Pair("GST", "190.00"), total("Customer pays", "3,990.50")
        ),
        _labelled("Badge", row(Badge("Booked", "success"), Badge("Not known", "warning"), None, gap=8)),
        _labelled("MessageBox", MessageBox("warning", "Booking closes soon", "In 4 minutes.")),
        _labelled("FailurePanel", failure),
        _labelled("Timeline", events),
        None,
        gap=18,
    )


def _sides() -> tuple[QWidget, ...]:
    """Three columns of one width."""
    sides = tuple(held(each) for each in (_controls(), _told(), _lists()))
    for each in sides:
        each.setFixedWidth(_SIDE)
    return sides


def _lists() -> QLayout:
    table = _table()
    empty = EmptyState("receipt-text", "No receipt today", "T after a sale makes one.")
    empty.setFixedHeight(190)
    return column(
        _labelled("Table, Column, Section", table.header, table),
        _labelled("EmptyState", empty),
        _labelled("StepBar", sale_steps(REVIEW_STEP, is_boat=False)),
        _labelled("ActionBar", ActionBar(Button("Leave"), None, Button("Review", "primary", key=GO_ON))),
        _labelled("HintLine", HintLine((FILTER, "Filter"), (GO_ON, "Review"), None, "Read 10:02")),
        None,
        gap=18,
    )


async def test_each_part_looks_as_it_was_kept(
    qapp: QApplication,
    open_robot: Callable[[QWidget], Awaitable[Robot]],
    request: pytest.FixtureRequest,
    tmp_path: Path,
) -> None:
    # It also loads the letters.
    style.apply_theme(qapp, "light")
    sheet = held(row(*_sides(), gap=32, margins=(24, 24, 24, 24), top=True))
    sheet.setObjectName("canvas")
    sheet.setFixedSize(1366, 690)
    robot = await open_robot(sheet)
    gallery = Gallery(robot, tmp_path / "pictures", keeps=bool(request.config.getoption(KEEP)))
    await gallery.take("parts", themes=THEMES)

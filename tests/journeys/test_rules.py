"""Every rule of the interface that a clerk can break (parts 2.1, 4.3 and 8), each once through the window."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTableView

from app.practice.world.catalogue import IdentityFlags
from tests.support.proof import beside_others
from tests.support.ui.selling import EMAIL, NAME, PHONE, Clerk, selling

GOOD = {"customer_name": NAME, "customer_phone": PHONE, "customer_email": EMAIL}
CUSTOMER = (
    ("customer_name", "", "Type the customer's name."),
    ("customer_phone", "", "Type the customer's phone number."),
    ("customer_phone", "1234567", "The number has 7 digits. It needs at least 8."),
    (
        "customer_phone",
        "12345678",
        "The number has 8 digits, one of India 10. Correct it, or type + and its country.",
    ),
    ("customer_phone", "1234567890", ""),
    ("customer_phone", "09876501234", "Zeros in front of the number were left out."),
    (
        "customer_phone",
        "123456789012345",
        "The number has 15 digits, one of India 10. Correct it, or type + and its country.",
    ),
    ("customer_email", "", "Type the customer's e-mail address."),
    ("customer_email", "priya", "Add the @ and what stands around it, such as name@example.com."),
    ("customer_email", "priya@example", "Add the part after the dot, such as .com."),
    ("customer_email", "pri..ya@example.com", "Mail cannot be sent to this address. Type it again."),
)
GRID = (
    ("traveler_name", "", "Type the passenger's name."),
    ("age", "", "Type the age in years."),
    ("age", "x", "Type the age in whole years, 0 to 150."),
    ("age", "151", "Type the age in whole years, 0 to 150."),
    ("age", "3", "No fare below age 5. Ask the operator about the child before selling."),
    ("pax_gender", "", "Choose or type the gender."),
    ("nationality", "", "Choose or type the nationality."),
)
COLUMNS = {
    "traveler_name": 1,
    "age": 2,
    "pax_gender": 3,
    "nationality": 4,
    "id_type": 5,
    "id_number": 6,
    "id_proof_file": 7,
}
ROW = {"traveler_name": "Arjun Nair", "age": "41", "pax_gender": "m", "nationality": "i"}
FLAGGED = (
    ("id_type", "This trip needs a document. Choose its type."),
    ("id_number", "This trip needs a document number."),
    ("id_proof_file", "This trip needs a copy of the document."),
)


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk at a counter."""
    async with selling(tmp_path) as opened:
        await opened.list_read()
        yield opened


def _retype(clerk: Clerk, field: str, text: str) -> None:
    """Put another text into a field, by keyboard, and leave it."""
    clerk.robot.find(field).setFocus()
    clerk.robot.keys("Ctrl+A", "Delete")
    clerk.robot.type(text)
    clerk.robot.keys("Tab")


def _said(clerk: Clerk, field: str) -> str:
    return clerk.text(f"{field}_note") if clerk.robot.is_shown(f"{field}_note") else ""


@beside_others
async def test_every_rule_of_the_customer(clerk: Clerk) -> None:
    await clerk.fill()
    for field, text, sentence in CUSTOMER:
        _retype(clerk, field, text)
        if sentence and not sentence.startswith("Zeros"):
            clerk.robot.keys("Ctrl+Return")
            assert clerk.robot.is_shown("slots_page"), (field, text)
        assert _said(clerk, field) == sentence, (field, text)
        _retype(clerk, field, GOOD[field])
    _retype(clerk, "customer_name", "x" * 101)
    assert len(clerk.text("customer_name")) == 100
    _retype(clerk, "customer_phone", "+91 98765-01234 0123456")
    assert clerk.text("customer_phone") == "919876501234012"


@beside_others
async def test_seats_stay_between_1_and_what_is_left(clerk: Clerk) -> None:
    await clerk.fill()
    seats = clerk.robot.find("qty")
    seats.setFocus()
    clerk.robot.keys("Ctrl+A")
    clerk.robot.type("0")
    clerk.robot.keys("Tab")
    assert seats.property("value") == 1
    clerk.robot.keys("Shift+Tab", "Ctrl+A")
    clerk.robot.type("500")
    clerk.robot.keys("Tab")
    assert 1 <= int(str(seats.property("value"))) <= 100


async def test_a_day_that_has_passed_cannot_be_chosen(clerk: Clerk) -> None:
    # It is a day later at the service than here: until both have passed a day may still be booked.
    earliest = clerk.counter.desk.reader.todays().earliest
    assert earliest < clerk.window.day
    clerk.robot.keys("Ctrl+Left", "Ctrl+Left", "Ctrl+Left")
    assert clerk.window.day == earliest
    clerk.robot.keys("Ctrl+T")
    clerk.robot.type("1/1/2020")
    clerk.robot.keys("Return")
    assert clerk.window.day == earliest


def _grid(clerk: Clerk) -> QTableView:
    return clerk.robot.find("passenger_grid", QTableView)


def _cell(clerk: Clerk, cell: str) -> str:
    index = _grid(clerk).model().index(0, COLUMNS[cell])
    return str(index.data(Qt.ItemDataRole.AccessibleTextRole))


def _fill_cell(clerk: Clerk, cell: str, text: str) -> None:
    grid = _grid(clerk)
    grid.setFocus()
    grid.setCurrentIndex(grid.model().index(0, COLUMNS[cell]))
    clerk.robot.keys("Delete")
    if text:
        clerk.robot.type(text)
        clerk.robot.keys("Tab")


async def _open_passengers(clerk: Clerk) -> None:
    """One passenger of the trip that asks for nothing."""
    clerk.robot.keys("B", "Ctrl+Right")
    await clerk.robot.until(lambda: clerk.robot.sees("7 departures"))
    clerk.robot.keys("Return", "1", "Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("passengers_page"))
    for cell, text in ROW.items():
        _fill_cell(clerk, cell, text)


@beside_others
async def test_every_rule_of_a_passenger(clerk: Clerk) -> None:
    await _open_passengers(clerk)
    for cell, text, sentence in GRID:
        _fill_cell(clerk, cell, text)
        clerk.robot.keys("Ctrl+Return")
        assert sentence in _cell(clerk, cell), (cell, text)
        assert clerk.robot.is_shown("passengers_page")
        _fill_cell(clerk, cell, ROW[cell])
        assert sentence not in _cell(clerk, cell), (cell, text)


@beside_others
async def test_a_foreigner_needs_passport_number_and_copy_whatever_the_flags(clerk: Clerk) -> None:
    await _open_passengers(clerk)
    _fill_cell(clerk, "nationality", "ger")
    assert "PASSPORT" in _cell(clerk, "id_type")
    clerk.robot.keys("Ctrl+Return")
    assert "A foreigner needs the passport number." in _cell(clerk, "id_number")
    assert "A foreigner needs a copy of the passport." in _cell(clerk, "id_proof_file")
    _fill_cell(clerk, "id_type", "voter id")
    clerk.robot.keys("Ctrl+Return")
    assert "A foreigner needs a passport. Choose PASSPORT." in _cell(clerk, "id_type")


@beside_others
async def test_all_eight_sets_of_flags_ask_for_their_own_cells(clerk: Clerk) -> None:
    await _open_passengers(clerk)
    schedule = clerk.counter.world.schedules[0].schedule_id
    for flags in product((False, True), repeat=3):
        clerk.counter.world.set_flags(schedule, IdentityFlags(*flags))
        clerk.robot.keys("F5")
        needed = [cell for (cell, _), flag in zip(FLAGGED, flags, strict=True) if flag]
        spared = [cell for cell, _ in FLAGGED if cell not in needed]
        await clerk.robot.until(
            lambda spared=spared: all("not needed" in _cell(clerk, each) for each in spared)
        )
        await clerk.robot.until(
            lambda needed=needed: not any("not needed" in _cell(clerk, each) for each in needed)
        )
        clerk.robot.keys("Ctrl+Return")
        for (cell, sentence), flag in zip(FLAGGED, flags, strict=True):
            assert (sentence in _cell(clerk, cell)) is flag, (flags, cell)
        assert "Arjun Nair" in _cell(clerk, "traveler_name")

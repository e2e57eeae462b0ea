"""Taking the customer: limits while typing, and those who bought here before."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.desk.bookings.known_customers import KnownCustomer
from app.desk.model.boats import BoatDraft
from app.desk.model.sale import Problem
from app.ui.kit.basics.layouts import column, held
from app.ui.kit.lists.suggestion_list import SuggestionList
from app.ui.sale.customer_block import EMAIL, NAME, PHONE, CustomerBlock
from tests.support.desk.boat_samples import BOAT_DRAFT
from tests.support.ui.looking import unnamed
from tests.support.ui.robot import Robot
from tests.ui.conftest import Open

NOBODY = BoatDraft(BOAT_DRAFT.departure)
ASHA = KnownCustomer("Asha Rao", "9845012377", "asha@example.com")
ASHOK = KnownCustomer("Ashok Nair", "9845099999", "ashok@example.com")
KNOWN = (ASHA, ASHOK)


class Memory:
    """Gives who fits, each answer when it is let go."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.holds: dict[str, asyncio.Event] = {}

    async def customers(self, typed: str) -> tuple[KnownCustomer, ...]:
        """Those whose name or phone holds what was typed."""
        self.asked.append(typed)
        if typed in self.holds:
            await self.holds[typed].wait()
        low = typed.lower()
        return tuple(each for each in KNOWN if low in each.name.lower() or low in each.phone)


class Taking:
    """A block in a window of its own, and what it tells."""

    def __init__(self, block: CustomerBlock, memory: Memory, robot: Robot) -> None:
        self.block, self.memory, self.robot = block, memory, robot
        self.said: list[object] = []
        block.edited.connect(lambda: self.said.append("edited"))
        block.left.connect(lambda: self.said.append("left"))
        block.fields[EMAIL].entered.connect(lambda: self.said.append("entered"))
        block.follow_changed.connect(self.said.append)

    async def offered(self) -> list[str]:
        """Wait for the list and read it."""
        view = await self.robot.until(lambda: self.robot.find("customer_list", SuggestionList))
        model = view.model()
        return [str(model.index(row, 0).data()) for row in range(model.rowCount())]

    def note(self, field: str) -> str:
        """What stands beneath a field."""
        return str(self.robot.find(f"{field}_note").property("text"))


@pytest.fixture
async def taking(open_robot: Open) -> AsyncGenerator[Taking]:
    """The keyboard in the name."""
    memory = Memory()
    block = CustomerBlock(memory.customers, with_follow=True)
    window = held(column(block, None, margins=(20, 20, 20, 20)))
    window.resize(600, 520)
    robot = await open_robot(window)
    block.focus_on(NAME)
    yield Taking(block, memory, robot)
    block.tasks.cancel_all()
    await block.tasks.finish()


async def test_enter_leads_from_field_to_field(taking: Taking) -> None:
    for text in ("Bo", "98450123", "bo@example.com"):
        taking.robot.type(text)
        taking.robot.keys("Return")
    assert taking.block.values() == ("Bo", "98450123", "bo@example.com")
    assert taking.said.count("entered") == 1


@pytest.mark.parametrize("key", ["Return", "Tab"])
async def test_what_was_filled_in_is_replaced_by_what_is_typed(taking: Taking, key: str) -> None:
    filled = replace(NOBODY, customer_name="Bo", customer_phone="98450123", customer_email="bo@example.com")
    taking.block.show_customer(filled)
    taking.block.focus_on(NAME)
    for text in ("Al", "98765432", "al@example.com"):
        taking.robot.type(text)
        taking.robot.keys(key)
    assert taking.block.values() == ("Al", "98765432", "al@example.com")


async def test_a_field_that_is_wrong_is_corrected_where_it_stands(taking: Taking) -> None:
    taking.block.show_customer(replace(NOBODY, customer_phone="98450"))
    taking.block.tell([Problem(PHONE, "Too short.")], everywhere=True)
    taking.block.focus_on(PHONE)
    taking.robot.keys("End")
    taking.robot.type("123")
    assert taking.block.values()[1] == "98450123"


async def test_a_mistyped_mail_host_is_asked_about_and_bars_nothing(taking: Taking) -> None:
    taking.block.focus_on(EMAIL)
    taking.robot.type("bo@gmial.com")
    assert taking.note(EMAIL) == "Is gmail.com meant, not gmial.com?"
    assert taking.block.told() == ()
    taking.robot.keys("Return")
    assert taking.said.count("entered") == 1
    taking.robot.keys("Ctrl+A")
    taking.robot.type("bo@gmail.co")
    assert taking.note(EMAIL) == ""
    taking.block.focus_on(NAME)
    assert taking.note(EMAIL) == "Is gmail.com meant, not gmail.co?"
    taking.block.show_customer(NOBODY)
    assert taking.note(EMAIL) == ""


async def test_limits_are_kept_and_said_while_typing(taking: Taking) -> None:
    taking.block.show_customer(replace(NOBODY, customer_name="x" * 100))
    taking.robot.keys("End")
    taking.robot.type("y")
    assert taking.block.values()[0] == "x" * 100
    assert taking.note(NAME) == "A name takes at most 100 characters."
    taking.block.focus_on(PHONE)
    taking.robot.type("98a45")
    assert taking.block.values()[1] == "9845"
    taking.robot.type("0123456789012")
    assert taking.block.values()[1] == "984501234567890"
    assert taking.note(PHONE) == "Only digits, at most 15."


async def test_a_phone_is_tidied_when_it_is_left(taking: Taking) -> None:
    taking.block.focus_on(PHONE)
    taking.robot.type("+91 98450-12377")
    taking.said.clear()
    taking.robot.keys("Tab")
    assert taking.block.values()[1] == "919845012377"
    assert taking.note(PHONE) == "The plus and spaces were removed."
    assert taking.block.whole_phone == taking.block.values()[1]
    assert taking.said == ["edited", "left"]


async def test_a_sign_that_was_not_taken_is_forgotten_once_the_number_is_right(taking: Taking) -> None:
    taking.block.focus_on(PHONE)
    taking.robot.type("98450 12377x")
    assert taking.note(PHONE) == "Only digits, at most 15."
    taking.robot.keys("Tab")
    assert taking.block.values()[1] == "9845012377"
    assert taking.note(PHONE) == "Spaces and signs were removed."


async def test_a_number_with_its_country_is_of_the_customer_who_is_shown_alone(taking: Taking) -> None:
    taking.block.show_customer(replace(NOBODY, customer_phone="35412345", whole_phone="35412345"))
    assert taking.block.whole_phone == taking.block.values()[1] == "35412345"
    taking.block.show_customer(replace(NOBODY, customer_phone="9845012377"))
    assert (taking.block.whole_phone, taking.block.values()[1]) == ("", "9845012377")


_HINT = "10 digits, or + and the country"


@pytest.mark.parametrize(
    ("name", "pasted", "value", "note"),
    [
        (
            PHONE,
            "\u202a+44 (0)20 7946 0958\u202c",
            "442079460958",
            "Zeros in front of the number were left out.",
        ),
        (PHONE, "tel:098450\u201112377", "9845012377", "Zeros in front of the number were left out."),
        (PHONE, "\u096f\u096e\u096a\u096b\u0966\u0967\u0968\u0969\u096d\u096d", "9845012377", _HINT),
        (
            PHONE,
            "98450 12377 / 98450 12378",
            "9845012377",
            "Only digits, at most 15. Not taken: / 98450 12378",
        ),
        (EMAIL, "asha@example.com\u200b", "asha@example.com", ""),
        (EMAIL, "E-mail: asha@example.com.", "asha@example.com", ""),
        (EMAIL, "Asha Rao <asha@example.com>", "asha@example.com", "Not taken: Asha Rao"),
        (NAME, "Zoe\u0308\u00a0Mu\u0308ller\n", "Zo\xeb M\xfcller", ""),
    ],
)
async def test_a_paste_is_taken_out_of_its_dress(
    taking: Taking, name: str, pasted: str, value: str, note: str
) -> None:
    taking.block.focus_on(name)
    QGuiApplication.clipboard().setText(pasted)
    taking.robot.keys("Ctrl+V", "Tab")
    assert value in taking.block.values()
    assert taking.note(name) == note
    has_country = name == PHONE and "+" in pasted
    assert taking.block.whole_phone == (value if has_country else "")


async def test_errors_stand_beneath_what_was_left_or_everywhere(taking: Taking) -> None:
    found = tuple(Problem(name, f"Wrong {name}.") for name in (NAME, PHONE, EMAIL))
    taking.block.tell(found)
    assert taking.block.told() == ()
    taking.robot.type("A")
    taking.robot.keys("Tab")
    taking.block.tell(found)
    assert taking.block.told() == (NAME,)
    taking.block.tell(found, everywhere=True)
    assert taking.block.told() == (NAME, PHONE, EMAIL)
    assert taking.note(EMAIL) == "Wrong customer_email."


async def test_an_error_stands_apart_from_the_next_caption(taking: Taking) -> None:
    taking.block.tell((Problem(NAME, "Wrong name."),), everywhere=True)
    await taking.robot.until(lambda: not taking.robot.window.grab().isNull())
    note, field = taking.robot.find(f"{NAME}_note"), taking.block.fields[PHONE]
    ends = note.mapTo(taking.block, QPoint(0, note.height())).y()
    assert field.mapTo(taking.block, QPoint()).y() - ends >= 4


@pytest.mark.parametrize("by_pointer", [True, False])
async def test_a_corrected_field_of_a_pane_gives_its_room_back_once_the_keys_have_left_it(
    open_robot: Open, *, by_pointer: bool
) -> None:
    block = CustomerBlock(stacked=True)
    robot = await open_robot(held(column(block, None)))
    block.left.connect(lambda: block.tell(()))
    name, phone = block.fields[NAME], block.fields[PHONE]
    usual = name.sizeHint().height()
    block.focus_on(NAME)
    robot.type("A")
    block.tell((Problem(NAME, "Wrong name."),), everywhere=True)
    assert name.sizeHint().height() > usual
    block.tell(())
    assert name.sizeHint().height() > usual
    if by_pointer:
        # What is pressed does not move away from under the pointer.
        QTest.mousePress(phone.edit, Qt.MouseButton.LeftButton)
        assert phone.edit.hasFocus()
        assert name.sizeHint().height() > usual
        QTest.mouseRelease(phone.edit, Qt.MouseButton.LeftButton)
        return
    robot.keys("Tab")
    assert phone.edit.hasFocus()
    await robot.until(lambda: name.sizeHint().height() == usual)


async def test_a_long_sentence_has_the_room_it_needs(taking: Taking) -> None:
    taking.block.tell(
        (Problem(PHONE, "A sentence that is much too long for half the width."),), everywhere=True
    )
    note, edit = taking.robot.find(f"{PHONE}_note"), taking.robot.find(PHONE)
    await taking.robot.until(lambda: note.height() >= note.heightForWidth(note.width()) > 20)
    await taking.robot.until(lambda: note.geometry().top() >= edit.geometry().bottom())


async def test_a_known_customer_is_taken_with_two_keys(taking: Taking) -> None:
    taking.robot.type("ash")
    assert await taking.offered() == [
        "Asha Rao 9845012377 asha@example.com",
        "Ashok Nair 9845099999 ashok@example.com",
    ]
    assert taking.block.values() == ("ash", "", "")
    taking.robot.keys("Down", "Down", "Return")
    assert taking.block.values() == (ASHOK.name, ASHOK.phone, ASHOK.email)
    assert taking.robot.focused == EMAIL
    assert taking.said[-1] == "edited"
    assert not taking.robot.is_shown("customer_list")
    # Another address replaces the known one, and is not added to it.
    taking.robot.type("x@y.in")
    assert taking.block.values() == (ASHOK.name, ASHOK.phone, "x@y.in")


async def test_two_letters_ask_for_no_customers(taking: Taking) -> None:
    taking.robot.type("as")
    assert taking.memory.asked == []
    taking.robot.type("h")
    await taking.offered()
    assert taking.memory.asked == ["ash"]


async def test_without_a_choice_enter_goes_on(taking: Taking) -> None:
    taking.robot.type("asha")
    await taking.offered()
    taking.robot.keys("Return")
    assert taking.robot.focused == PHONE
    assert taking.block.values() == ("asha", "", "")
    assert not taking.robot.is_shown("customer_list")


async def test_escape_closes_the_list_only(taking: Taking) -> None:
    taking.robot.type("asha")
    await taking.offered()
    taking.robot.keys("Escape")
    assert not taking.robot.is_shown("customer_list")
    assert taking.robot.focused == NAME
    assert taking.block.values()[0] == "asha"


async def test_the_whole_phone_number_chooses_its_customer(taking: Taking) -> None:
    taking.block.focus_on(PHONE)
    taking.robot.type("984501237")
    await taking.offered()
    assert taking.robot.find("customer_list", SuggestionList).current is None
    taking.robot.type("7")
    await taking.robot.until(lambda: taking.robot.find("customer_list", SuggestionList).current)
    assert taking.block.values()[0] == ""
    taking.robot.keys("Tab")
    assert taking.block.values() == (ASHA.name, ASHA.phone, ASHA.email)


@pytest.mark.parametrize(("typed", "name"), [("Kiran Rao", "Kiran Rao"), ("asha", ASHA.name)])
async def test_tab_behind_a_phone_replaces_no_other_name(taking: Taking, typed: str, name: str) -> None:
    taking.robot.type(typed)
    taking.block.focus_on(PHONE)
    taking.robot.type(ASHA.phone)
    assert ASHA.name in " ".join(await taking.offered())
    taking.robot.keys("Tab")
    assert taking.block.values()[0] == name


async def test_a_click_takes_a_customer(taking: Taking) -> None:
    taking.robot.type("ash")
    await taking.offered()
    view = taking.robot.find("customer_list", SuggestionList)
    taking.robot.click(view.viewport(), view.visualRect(view.model().index(0, 0)).center())
    assert taking.block.values() == (ASHA.name, ASHA.phone, ASHA.email)


async def test_the_latest_answer_wins(taking: Taking) -> None:
    taking.memory.holds["ash"] = asyncio.Event()
    taking.robot.type("ash")
    await taking.robot.until(lambda: taking.memory.asked == ["ash"])
    taking.robot.type("o")
    assert await taking.offered() == ["Ashok Nair 9845099999 ashok@example.com"]
    taking.memory.holds["ash"].set()
    await taking.block.tasks.finish()
    assert await taking.offered() == ["Ashok Nair 9845099999 ashok@example.com"]


async def test_a_list_does_not_open_where_one_is_no_more(taking: Taking) -> None:
    taking.memory.holds["ash"] = asyncio.Event()
    taking.robot.type("ash")
    await taking.robot.until(lambda: taking.memory.asked)
    taking.robot.keys("Tab")
    taking.memory.holds["ash"].set()
    await taking.block.tasks.finish()
    assert not taking.robot.is_shown("customer_list")


async def test_the_name_follows_passenger_1(taking: Taking) -> None:
    taking.robot.click("same_as_first")
    assert taking.said[-1] is True
    taking.block.show_customer(replace(NOBODY, customer_name="Ravi", customer_is_first=True))
    taking.block.focus_on(NAME)
    assert taking.robot.focused == PHONE
    taking.robot.type("9845012377")
    await taking.robot.until(lambda: taking.robot.find("customer_list", SuggestionList).current)
    taking.robot.keys("Return")
    assert taking.block.values() == (ASHA.name, ASHA.phone, ASHA.email)
    assert not taking.block.follow.isChecked()
    assert False in taking.said


async def test_it_stands_in_a_narrow_pane_and_has_names(open_robot: Open) -> None:
    block = CustomerBlock(stacked=True)
    window = held(column(block, None))
    window.resize(304, 500)
    robot = await open_robot(window)
    phone, email = (robot.find(name) for name in (PHONE, EMAIL))
    assert phone.width() == email.width() > 250
    block.tell((), everywhere=True)
    assert not robot.is_shown("same_as_first")
    assert [each for each in QApplication.topLevelWidgets() if each.isVisible()] == [window]
    assert unnamed(block) == []
    robot.type("984501")
    assert block.tasks.is_running("customers") is False

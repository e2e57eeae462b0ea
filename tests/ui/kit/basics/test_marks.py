"""What tells a state: badges, notes, money, steps, events, meters, and the frames around them."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.core.language import mark
from app.desk.sale.pricing import price
from app.ui.catalogue.actions import CHOOSE_ACTIVITY as CHOOSE
from app.ui.kit.basics.actions import GO_ON, SHOW_NET, Key
from app.ui.kit.basics.amounts import AmountLabel, MoneyBlock, Pair
from app.ui.kit.basics.badge import Badge, Dot, DotTone
from app.ui.kit.basics.badge import Tone as BadgeTone
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.icon import AppMark, Icon
from app.ui.kit.basics.key_cap import KeyCap, spoken
from app.ui.kit.basics.layouts import column, empty, held, row
from app.ui.kit.basics.mixin import Around
from app.ui.kit.basics.skeleton import Skeleton
from app.ui.kit.basics.split_bar import SplitBar, Swatch
from app.ui.kit.basics.text import Label
from app.ui.kit.basics.usage_bar import BarPart, UsageBar
from app.ui.kit.controls.buttons import Button
from app.ui.kit.lists.timeline import Timeline, TimelineEvent
from app.ui.kit.sheets.empty_state import EmptyState
from app.ui.kit.sheets.message_box import MessageBox, Tone
from app.ui.kit.sheets.net_hidden_notice import NetHiddenNotice
from app.ui.kit.sheets.page_layout import ActionBar, HintLine, SheetHeader
from app.ui.kit.sheets.pane import Pane
from app.ui.kit.sheets.step_bar import StepBar
from app.ui.kit.sheets.toast import Toast, undoing
from app.ui.theme import style
from app.ui.window.frame import PracticeBand
from tests.support.desk.samples import DRAFT, WALLET
from tests.support.ui.looking import part, texts


@pytest.fixture(autouse=True)
def _themed(qapp: QApplication) -> None:
    style.apply_theme(qapp, "light")


def pixel(widget: QWidget, x: int, y: int) -> QColor:
    """The colour of one pixel."""
    return widget.grab().toImage().pixelColor(x, y)


def line(widget: QWidget, y: int) -> set[str]:
    """The colours along one line of pixels."""
    image = widget.grab().toImage()
    return {image.pixelColor(x, y).name() for x in range(image.width())}


BADGES: list[tuple[BadgeTone, str]] = [
    ("neutral", "pressed"),
    ("success", "success_soft"),
    ("warning", "warning_soft"),
    ("danger", "danger_soft"),
    ("accent", "accent_soft"),
]


@pytest.mark.parametrize(("tone", "ground"), BADGES)
def test_a_badge_has_the_ground_of_its_tone(tone: BadgeTone, ground: str) -> None:
    badge = Badge("Confirmed", tone)
    badge.resize(badge.sizeHint())
    assert badge.height() == 20
    assert pixel(badge, 3, 10) == getattr(style.LIGHT, ground)


def test_a_badge_changes_with_the_state() -> None:
    badge = Badge("Identity", "outline")
    badge.resize(badge.minimumSizeHint())
    assert pixel(badge, 0, 10) == style.LIGHT.line_strong
    width = badge.sizeHint().width()
    badge.show_state("Outcome not known", "warning")
    assert badge.text() == "Outcome not known"
    assert badge.sizeHint().width() > width


DOTS: list[tuple[DotTone, str]] = [
    ("success", "success_mark"),
    ("warning", "warning_mark"),
    ("danger", "danger_fill"),
    ("accent", "accent"),
]


@pytest.mark.parametrize(("tone", "colour"), DOTS)
def test_a_dot_has_the_colour_of_its_tone(tone: DotTone, colour: str) -> None:
    dot = Dot()
    dot.show_tone(tone)
    assert pixel(dot, 4, 4) == getattr(style.LIGHT, colour)


def test_a_hollow_dot_is_hollow() -> None:
    assert pixel(Dot("hollow"), 4, 4) != pixel(Dot("accent"), 4, 4)
    assert pixel(Dot("hollow"), 4, 4) == pixel(Hairline(), 0, 0) or pixel(Dot("hollow"), 4, 4).isValid()


def test_a_key_is_spoken() -> None:
    assert KeyCap(GO_ON).accessibleName() == "Key Ctrl Enter"
    assert spoken(Key("\u2191 \u2193 \u2190 \u2192 \u2212")) == "Up Down Left Right minus"
    assert KeyCap(SHOW_NET).sizeHint().height() == 18
    assert KeyCap(Key("1")).sizeHint().width() == 18
    KeyCap(SHOW_NET).grab()


NOTES: list[tuple[Tone, str]] = [
    ("warning", "warning_soft"),
    ("danger", "danger_soft"),
    ("success", "success_soft"),
    ("accent", "accent_soft"),
]


@pytest.mark.parametrize(("tone", "ground"), NOTES)
def test_a_note_has_the_ground_of_its_tone(tone: Tone, ground: str) -> None:
    note = MessageBox(tone, "Boats cannot be read right now.")
    note.resize(400, 44)
    assert pixel(note, 5, 40) == getattr(style.LIGHT, ground)
    assert note.accessibleName() == "Boats cannot be read right now."


def test_a_note_can_say_more_and_take_a_button() -> None:
    note = MessageBox("warning", "Offline")
    note.show_words("Offline since 10:58.", "Selling is paused.")
    again, change = Button("Try now"), Button("Change")
    note.add(again)
    note.add(change, beneath=True)
    note.set_tone("danger")
    note.resize(400, 120)
    assert note.accessibleName() == "Offline since 10:58. Selling is paused."
    assert "Selling is paused." in texts(note)
    assert pixel(note, 5, 100) == style.LIGHT.danger_soft
    assert again.parentWidget() is note


def test_a_flat_note_is_one_line() -> None:
    note = MessageBox("warning", "Offline since 10:58.", "Selling is paused.", flat=True)
    assert texts(note) == ["Offline since 10:58. Selling is paused."]


def test_the_block_shows_both_sides_of_money() -> None:
    block = MoneyBlock()
    worth = price(DRAFT)
    assert worth is not None
    block.show_price(worth, WALLET)
    shown = texts(block)
    for text in ("Fare 3,800.00 \u00d7 2", "7,600.00", "GST 5 % on fare", "380.00", "7,980.00"):
        assert text in shown
    for text in ("Net 3,400.00 \u00d7 2", "6,800.00", "GST 5 % on net", "340.00", "7,140.00", "6,280.50"):
        assert text in shown


@pytest.mark.parametrize(
    ("cash", "credit", "waiting", "shown"),
    [
        ("13420.50", "50000", "0", ["Wallet after 6,280.50"]),
        ("13420.50", "50000", "1000", ["Wallet after, with the basket 5,280.50"]),
        ("7000", "50000", "0", ["Wallet after 0.00", "Credit left after 49,860.00"]),
        ("7000", "100", "0", ["Wallet is short by 40.00"]),
        ("7140", "0", "0.01", ["Wallet is short by 0.01"]),
        ("7140", "0", None, []),
    ],
)
def test_the_wallet_after_is_that_of_all_that_takes_from_it(
    cash: str, credit: str, waiting: str | None, shown: list[str]
) -> None:
    block = MoneyBlock()
    wallet = replace(WALLET, cash=Decimal(cash), credit_left=Decimal(credit))
    block.show_price(price(DRAFT), wallet, None if waiting is None else Decimal(waiting))
    pairs = [each for each in block.findChildren(Pair) if not each.isHidden()]
    said = [f"{each.name.text()} {each.value.text()}" for each in pairs]
    assert [each for each in said if each.startswith(("Wallet after", "Wallet is", "Credit"))] == shown


def test_the_wallet_side_goes_as_one_piece() -> None:
    block = MoneyBlock()
    block.show_price(price(DRAFT), WALLET)
    height = block.sizeHint().height()
    block.wallet_side.take_around(Around(net_shown=False))
    assert block.wallet_side.isHidden()
    assert block.sizeHint().height() < height
    assert not block.customer_pays.isHidden()
    block.wallet_side.take_around(Around())
    assert block.sizeHint().height() == height


def test_without_a_price_there_are_dashes() -> None:
    block = MoneyBlock()
    block.show_price(price(DRAFT), None)
    assert "Wallet after" not in [
        pair.name.text() for pair in block.findChildren(Pair) if not pair.isHidden()
    ]
    block.show_price(None)
    assert block.customer_pays.value.text() == block.payable.value.text() == "\u2013"
    assert "Fare" in texts(block)


def test_a_percentage_that_is_not_stated_is_not_invented() -> None:
    draft = replace(DRAFT, offer=replace(DRAFT.offer, gst_percentage=None))
    block = MoneyBlock()
    block.show_price(price(draft), WALLET)
    assert "GST not stated, on fare" in texts(block)


def test_the_amount_names_its_currency_once() -> None:
    amount = AmountLabel()
    amount.show_amount(Decimal("9334.5"), "INR")
    assert amount.text() == "INR 9,334.50"
    small = AmountLabel("money", right=True)
    small.show_amount(Decimal(0))
    assert small.text() == "0.00"
    assert amount.sizeHint().height() == 40


def test_a_pair_shows_name_and_value() -> None:
    pair = Pair("Request", "AC2-0O", identity=True)
    pair.show_pair("Booking id", "104482")
    assert texts(pair) == ["Booking id", "104482"]
    assert pair.sizeHint().height() == 20


@pytest.mark.parametrize(
    ("cash", "credit", "left", "right"),
    [
        (60, 40, "meter", "meter_alt"),
        (1, 0, "meter", "meter"),
        (0, 1, "meter_alt", "meter_alt"),
        (0, 0, "track", "track"),
    ],
)
def test_the_bar_shows_cash_before_credit(cash: int, credit: int, left: str, right: str) -> None:
    bar = SplitBar()
    bar.resize(200, bar.sizeHint().height())
    bar.show_split(Decimal(cash), Decimal(credit))
    assert pixel(bar, 20, 5) == getattr(style.LIGHT, left)
    assert pixel(bar, 180, 5) == getattr(style.LIGHT, right)


def test_the_bar_has_a_gap_and_says_what_it_shows() -> None:
    bar = SplitBar()
    bar.resize(202, 10)
    bar.show_split(Decimal("6280.50"), Decimal("6280.50"))
    assert pixel(bar, 101, 5) not in (style.LIGHT.meter, style.LIGHT.meter_alt)
    assert bar.accessibleName() == "From the wallet\u2019s cash 6,280.50, from its credit 6,280.50"
    assert pixel(Swatch(), 5, 5) == style.LIGHT.meter
    assert pixel(Swatch(credit=True), 5, 5) == style.LIGHT.meter_alt


def test_steps_say_where_one_is() -> None:
    steps = StepBar([mark("Slot and customer"), mark("Review"), mark("Booked")])
    steps.show_step(1)
    steps.resize(steps.sizeHint())
    assert steps.accessibleName() == "Step 2 of 3: Review"
    assert style.LIGHT.accent_fill.name() in line(steps, 3)
    steps.show_step(3)
    assert steps.accessibleName() == "All steps done"
    assert style.LIGHT.accent_fill.name() not in line(steps, 3)


def test_events_are_painted_and_spoken(qtbot: QtBot) -> None:
    events = Timeline()
    events.show_events(
        [
            TimelineEvent("Order written", "done", "10:52:04", "Request AC2-7F3A", is_identity=True),
            TimelineEvent("Waiting for the PNR", "running", "4 s"),
            TimelineEvent("No reply", "question"),
            TimelineEvent("Read the wallet", "open"),
        ]
    )
    assert events.sizeHint().height() == 4 * 20 + 16 + 3 * 16
    assert events.accessibleName() == (
        "Order written, done, 10:52:04, Request AC2-7F3A; Waiting for the PNR, under way, 4 s; "
        "No reply, not known; Read the wallet, to come"
    )
    events.resize(300, events.sizeHint().height())
    events.show()
    assert pixel(events, 3, 10) == style.LIGHT.success_mark
    mark = QRect(0, 52, 20, 20)
    before = events.grab(mark).toImage()
    qtbot.waitUntil(lambda: events.grab(mark).toImage() != before)
    events.hide()
    events.show_events([])
    assert events.sizeHint().height() == 0


def test_events_turn_in_the_dark_too(qapp: QApplication) -> None:
    style.apply_theme(qapp, "dark")
    events = Timeline(tight=True)
    events.show_events([TimelineEvent("Sent"), TimelineEvent("Booked")])
    events.resize(200, events.sizeHint().height())
    assert events.height() == 52
    assert pixel(events, 3, 10) == style.DARK.success_mark


def test_a_meter_shows_its_share() -> None:
    meter = UsageBar()
    meter.resize(100, 10)
    meter.show_share(0.25, "Credit used 12,500.00 of 50,000.00")
    assert (pixel(meter, 15, 5), pixel(meter, 60, 5)) == (style.LIGHT.meter, style.LIGHT.track)
    assert meter.accessibleName().startswith("Credit used")
    meter.show_share(7, "All")
    assert pixel(meter, 90, 5) == style.LIGHT.meter


def test_a_meter_shows_parts_one_after_the_other() -> None:
    meter = UsageBar(6)
    meter.resize(100, 6)
    parts = (BarPart(0.4, "success"), BarPart(0, "danger"), BarPart(0.3, "warning"))
    meter.show_parts(parts, "7 of 10 sent")
    assert meter.accessibleName() == "7 of 10 sent"
    seen = [pixel(meter, place, 3) for place in (20, 60, 90)]
    assert seen == [style.LIGHT.success_mark, style.LIGHT.warning_mark, style.LIGHT.track]


def test_blocks_stand_where_words_will() -> None:
    skeleton = Skeleton([QRect(0, 0, 40, 10), QRect(0, 20, 80, 10)])
    assert (skeleton.sizeHint().width(), skeleton.sizeHint().height()) == (80, 30)
    skeleton.resize(skeleton.sizeHint())
    assert pixel(skeleton, 20, 5) == style.LIGHT.skeleton
    assert pixel(skeleton, 20, 15) != style.LIGHT.skeleton


def test_an_empty_list_says_what_is_not_there() -> None:
    state = EmptyState("ship", "No boats", "The service lists none.", Button("Show Thu 26 Nov"))
    assert texts(state)[:2] == ["No boats", "The service lists none."]
    state.show_words("Nothing found")
    assert "Nothing found" in texts(state)
    assert "Wallet hidden" in texts(NetHiddenNotice())


def test_icons_alone() -> None:
    glyph = Icon("check", 14, "success", above=2)
    assert (glyph.sizeHint().width(), glyph.sizeHint().height()) == (14, 16)
    glyph.resize(glyph.sizeHint())
    before = glyph.grab().toImage()
    glyph.set_icon("x", "danger")
    assert glyph.grab().toImage() != before
    assert pixel(AppMark(28), 6, 8) == style.LIGHT.accent_fill


def test_a_box_is_round_and_lined() -> None:
    box = Box("sunken", "line_strong", radius=8)
    box.resize(60, 40)
    image = box.grab().toImage()
    assert image.pixelColor(30, 20) == style.LIGHT.sunken
    assert image.pixelColor(0, 20) == style.LIGHT.line_strong
    assert image.pixelColor(0, 0) != style.LIGHT.line_strong
    box.set_ground("danger_soft", "danger_line")
    assert pixel(box, 30, 20) == style.LIGHT.danger_soft
    assert box.ground == "danger_soft"


def test_hairlines() -> None:
    across, down = Hairline(), Hairline(down=True, line="line_strong")
    across.resize(50, 1)
    assert (across.height(), down.width()) == (1, 1)
    assert pixel(across, 20, 0) == style.LIGHT.line
    assert pixel(down, 0, 0) == style.LIGHT.line_strong


def test_layouts_in_one_expression() -> None:
    first, second = Label("a"), Label("b")
    inner = column(second, gap=3)
    outer = row(first, 7, inner, None, gap=5, margins=(1, 2, 3, 4), top=True)
    assert outer.spacing() == 5
    assert outer.contentsMargins().bottom() == 4
    assert outer.count() == 4
    holder = held(outer)
    assert first.parentWidget() is holder
    empty(outer)
    assert (outer.count(), inner.count()) == (0, 0)
    assert first.isHidden()


def test_the_header_of_a_sheet() -> None:
    header = SheetHeader("Review and pay", "Swaraj Dweep", Badge("Practice"), back=lambda: went.append(True))
    assert header.height() == 56 or header.minimumHeight() == 56
    went: list[bool] = []
    part(header, Button, "back").click()
    assert went == [True]
    header.set_title("Sale complete")
    assert "Swaraj Dweep" not in texts(header)
    beside = SheetHeader("Wallet", "", beside=(Label("Agent 3017"),))
    assert "Agent 3017" in texts(beside)


def test_the_regions_of_a_sheet() -> None:
    assert Pane().width() == 424
    assert Pane(style.PANE_NARROW).minimumWidth() == 344
    bar = ActionBar(Button("Review", "primary", size=44, fills=True))
    assert bar.sizeHint().height() >= 64
    stacked = ActionBar(Button("Book"), Label("Enter alone never books."), stacked=True)
    assert stacked.sizeHint().height() > 64
    hints = HintLine((CHOOSE, "Choose"), "Catalogue read 10:41", None, Label("x"))
    assert hints.minimumHeight() == 30
    assert [key.accessibleName() for key in hints.findChildren(KeyCap)] == ["Key Up", "Key Down", "Key F1"]


def test_the_band_leads_out_of_practice() -> None:
    band = PracticeBand()
    band.resize(900, 32)
    left: list[bool] = []
    band.leave.clicked.connect(lambda: left.append(True))
    link = part(band, QWidget, "leave_practice")
    QTest.mouseClick(link, Qt.MouseButton.LeftButton)
    link.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(link, Qt.Key.Key_Space)
    assert left == [True, True]
    assert pixel(band, 2, 16) == style.LIGHT.ink
    assert "Practice mode" in texts(band)


def test_a_toast_says_it_and_can_be_undone(qtbot: QtBot) -> None:
    over = QWidget()
    over.resize(600, 400)
    qtbot.addWidget(over)
    over.show()
    toast = Toast(over)
    assert toast.isHidden()
    toast.say("PNR copied")
    assert toast.accessibleName() == "PNR copied"
    assert toast.geometry().bottomLeft() == QPoint(16, 383)
    over.resize(600, 500)
    assert toast.geometry().bottom() == 483
    undone: list[bool] = []
    toast.say("Theme changed", undoing(lambda: undone.append(True)))
    part(toast, Button).click()
    assert undone == [True]
    assert toast.isHidden()

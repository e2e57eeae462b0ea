"""Colours and type: one source, both themes, readable."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import typing
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QPalette, QTextLayout
from PySide6.QtWidgets import QApplication

from app.core import language
from app.ui.kit.basics.text import Label
from app.ui.theme import assets, style, typography
from app.ui.theme.style import DARK, LIGHT, Tokens
from tests.support.program import PROJECT
from tests.support.proof import beside_others

THEMES = [pytest.param(LIGHT, id="light"), pytest.param(DARK, id="dark")]
TEXT_PAIRS = [
    ("text", "surface"),
    ("text", "canvas"),
    ("text", "accent_soft"),
    ("text2", "surface"),
    ("text2", "sunken"),
    ("text2", "pressed"),
    ("text3", "surface"),
    ("text3", "sunken"),
    ("text3", "accent_soft"),
    ("accent", "surface"),
    ("success", "surface"),
    ("success", "success_soft"),
    ("warning", "surface"),
    ("warning", "warning_soft"),
    ("danger", "surface"),
    ("danger", "danger_soft"),
    ("on_accent", "accent_fill"),
    ("on_danger", "danger_fill"),
    ("on_ink", "ink"),
    ("on_ink2", "ink"),
]
SHAPE_PAIRS = [
    ("control", "surface"),
    ("accent", "surface"),
    ("meter", "surface"),
    ("meter_alt", "surface"),
    ("success_mark", "surface"),
    ("warning_mark", "surface"),
]
HEX = re.compile(r"#[0-9A-Fa-f]{3,8}")


@pytest.fixture(autouse=True)
def _light_again(qapp: QApplication) -> Iterator[None]:
    style.apply_theme(qapp, "light")
    yield
    style.apply_theme(qapp, "light")


def contrast(one: QColor, other: QColor) -> float:
    """The ratio of two colours as WCAG counts it."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: QColor) -> float:
    red, green, blue = (linear(part) for part in (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


@pytest.mark.parametrize("colours", THEMES)
@pytest.mark.parametrize(("ink", "ground"), TEXT_PAIRS)
def test_text_can_be_read(colours: Tokens, ink: str, ground: str) -> None:
    assert contrast(getattr(colours, ink), getattr(colours, ground)) >= 4.5


@pytest.mark.parametrize("colours", THEMES)
@pytest.mark.parametrize(("mark", "ground"), SHAPE_PAIRS)
def test_shapes_can_be_seen(colours: Tokens, mark: str, ground: str) -> None:
    assert contrast(getattr(colours, mark), getattr(colours, ground)) >= 3


@pytest.mark.parametrize("colours", THEMES)
def test_every_token_is_a_colour_of_its_own_place(colours: Tokens) -> None:
    assert all(getattr(colours, field.name).isValid() for field in fields(Tokens))
    assert colours.scrim.alpha() < 255
    assert colours.surface.alpha() == 255


def test_the_values_are_those_of_the_design() -> None:
    assert LIGHT.accent.name() == "#2745d3"
    assert (LIGHT.line_strong.name(), DARK.line_strong.name()) == ("#d5d2cb", "#393a41")
    assert (LIGHT.meter_alt.name(), DARK.meter_alt.name()) == ("#7686e0", "#5566bc")
    assert (DARK.danger_line.name(), LIGHT.warning_line.name()) == ("#6e2f31", "#ebd3a0")
    assert (LIGHT.accent_soft_hover.name(), DARK.accent_soft_hover.name()) == ("#e3e8fd", "#252c50")
    assert (LIGHT.on_ink2.name(), DARK.on_ink2.name()) == ("#c9c8ce", "#53525a")


def test_a_theme_is_one_switch(qapp: QApplication) -> None:
    style.apply_theme(qapp, "dark")
    assert style.tokens() is DARK
    assert style.is_dark()
    assert style.chosen_theme() == "dark"
    assert qapp.palette().color(QPalette.ColorRole.Window) == DARK.canvas
    style.apply_theme(qapp, "light")
    assert qapp.palette().color(QPalette.ColorRole.Window) == LIGHT.canvas
    assert not style.is_dark()


def test_the_system_decides_unless_one_chooses(qapp: QApplication) -> None:
    style.apply_theme(qapp, "system")
    is_dark = qapp.styleHints().colorScheme() == Qt.ColorScheme.Dark
    assert style.is_dark() is is_dark
    assert style.chosen_theme() == "system"


@pytest.mark.parametrize("colours", THEMES)
def test_high_contrast_has_one_ink_and_lines_to_see(colours: Tokens) -> None:
    strong = style.contrasted(colours)
    for ground in (strong.surface, strong.canvas, strong.raised):
        for ink in (strong.text2, strong.text3, strong.control):
            assert contrast(ink, ground) >= 7
        for line in (strong.line, strong.line_strong, strong.track, strong.meter_alt):
            assert contrast(line, ground) >= 4.5


def test_the_contrast_of_the_system_is_followed(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(style, "_wants_contrast", lambda: True)
    style.apply_theme(qapp, "dark")
    assert style.tokens() == style.contrasted(DARK)
    assert style.is_dark()
    monkeypatch.undo()
    style.apply_theme(qapp, "light")
    assert style.tokens() is LIGHT


def test_nothing_has_a_style_sheet() -> None:
    """With one of the application, of a single rule, every page takes twice as long to build."""
    sources = {path: path.read_text(encoding="utf-8") for path in (PROJECT / "app").rglob("*.py")}
    assert sources
    assert [path.name for path, text in sources.items() if "setStyleSheet" in text] == []


@beside_others
def test_no_colour_stands_outside_the_tokens() -> None:
    found = [
        f"{path.relative_to(PROJECT)}:{line}"
        for path in sorted((PROJECT / "app" / "ui").rglob("*.py"))
        if path.name != "style.py"
        for line in literal_colours(path)
    ]
    assert found == []


def literal_colours(path: Path) -> Iterator[int]:
    """Lines that hold a colour as a literal."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Constant(value=str(text)) if HEX.fullmatch(text):
                yield node.lineno
            case ast.Call(func=ast.Name(id="QColor"), args=[ast.Constant(), *_]):
                yield node.lineno
            case ast.Attribute(value=ast.Attribute(attr="GlobalColor"), attr=name) if name != "transparent":
                yield node.lineno
            case _:
                pass


def test_the_search_for_literals_finds_them(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text('a = "#FFFFFF"\nb = QColor(1, 2, 3)\nc = Qt.GlobalColor.red\n', encoding="utf-8")
    assert sorted(literal_colours(wrong)) == [1, 2, 3]


@pytest.mark.usefixtures("qapp")
def test_figures_have_one_width() -> None:
    for font in (style.font("caption"), style.font("body"), style.font("heading"), style.font("pnr")):
        metrics = QFontMetricsF(font)
        assert len({metrics.horizontalAdvance(digit * 5) for digit in "0123456789"}) == 1


@pytest.mark.usefixtures("qapp")
def test_type_has_its_weights() -> None:
    fonts = (style.font("body"), 400), (style.font("bodyStrong"), 500), (style.font("heading"), 600)
    for font, weight in fonts:
        info = QFontInfo(font)
        assert (info.family(), info.weight(), info.fixedPitch()) == ("Counter Sans", weight, False)


@pytest.mark.usefixtures("qapp")
def test_look_alikes_are_told_apart_where_it_matters() -> None:
    tag = QFont.Tag("zero")
    assert not style.font("body").isFeatureSet(tag)
    assert style.font("body", identity=True).isFeatureSet(tag)
    assert style.font("pnr").isFeatureSet(QFont.Tag("ss02"))


def test_a_font_can_be_changed_without_changing_the_scale(qapp: QApplication) -> None:
    font = style.font("body")
    font.setPixelSize(99)
    assert style.font("body").pixelSize() == 13
    assert qapp.font().pixelSize() == 13


@beside_others
def test_a_text_size_is_a_factor_of_everything() -> None:
    code = (
        "from app.ui.theme import style; app = style.application('x', 130);"
        "from PySide6.QtGui import QGuiApplication; import os;"
        "print(QGuiApplication.primaryScreen().devicePixelRatio(), style.text_size(),"
        " os.environ.get('QT_SCALE_FACTOR'))"
    )
    told = [_printed(code, factor) for factor in (None, "1.5", "nonsense")]
    assert told == ["1.3 130 None", "1.95 130 1.5", "1.3 130 nonsense"]


@pytest.mark.parametrize(
    ("role", "expected"), [("caption", 12), ("body", 14), ("heading", 15), ("display", 30)]
)
def test_text_stands_on_the_line_of_the_pictures(
    role: typography.Role, expected: int, qapp: QApplication
) -> None:
    assert qapp is not None
    assert style.baseline(style.font(role), style.line_height(role)) == expected


def test_what_is_on_screen_follows_the_theme(qapp: QApplication) -> None:
    label = Label("Fare")
    label.show()
    style.apply_theme(qapp, "dark")
    image = label.grab().toImage()
    assert image.pixelColor(image.width() - 1, 0) == DARK.canvas
    label.close()


def _printed(code: str, factor: str | None) -> str:
    """What a program prints that is started with this factor of the screen."""
    others = {name: value for name, value in os.environ.items() if name != "QT_SCALE_FACTOR"}
    environment = others if factor is None else {**others, "QT_SCALE_FACTOR": factor}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60, check=True
    )
    return done.stdout.strip()


def test_the_application_has_the_style_of_the_design() -> None:
    code = "from app.ui.theme import style; print(style.application('x').style().name())"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout.strip() == "fusion"


@beside_others
def test_the_window_needs_nothing_heavy() -> None:
    """What is imported before the first paint: no loop, no client, no validation, no values of sales."""
    heavy = ("asyncio", "qasync", "httpx", "pydantic", "PySide6.QtNetwork", "sqlite3", "app.desk.model.sale")
    modules = "sys, app.ui.theme.style, app.ui.window.main_window"
    code = f"import {modules}; print([m for m in {heavy!r} if m in sys.modules])"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout.strip() == "[]"


def test_text_that_is_measured_before_a_theme_is_set_is_measured_right() -> None:
    code = (
        "from app.ui.kit.basics.painting import text_width;"
        "from app.ui.theme import style; app = style.application('x');"
        "both = lambda: (text_width('Practice', style.font('body')), style.baseline(style.font('body'), 20));"
        "before = both(); style.apply_theme(app, 'light'); text_width.cache_clear();"
        "print(before[1], before == both())"
    )
    assert _printed(code, None) == "14 True"


DEVANAGARI = "र्कीं हुआ ॠ क्षू द्ध्रूँ ह्रृ 1,00,000.00 ₹ Sea Heron"


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("role", typing.get_args(style.Role))
def test_every_script_comes_from_one_font(role: style.Role) -> None:
    """A warning of Qt about a script that the first font lacks would fail this test."""
    assets.load_mono_font()
    font = style.font(role)
    layout = QTextLayout(DEVANAGARI, font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    runs = layout.glyphRuns()
    # A typewriter's font has no rupee; the other one has.
    expected = {font.family(), "Counter Sans"} if role == "mono" else {font.family()}
    assert {run.rawFont().familyName() for run in runs} == expected
    assert all(number for run in runs for number in run.glyphIndexes())


_LATIN_ONLY = {"brand", "pnr", "money", "amount", "change", "mono"}
"""The program's name, references and sums."""


@pytest.fixture
def _hindi() -> None:
    language.use("hi")


@pytest.mark.usefixtures("qapp", "_hindi")
@pytest.mark.parametrize("role", sorted({*typing.get_args(style.Role)} - _LATIN_ONLY))
def test_no_sign_above_or_below_a_hindi_letter_is_cut(role: style.Role) -> None:
    assets.load_fonts()
    with (PROJECT / "resources/translations/hi.po").open("rb") as file:
        words = set(re.findall(r"[\u0900-\u097f]+", " ".join(str(each.string) for each in read_po(file))))
    assert "हुआ" in words
    metrics, line = QFontMetricsF(style.font(role)), style.line_height(role)
    at = style.baseline(style.font(role), line)
    inks = {word: metrics.tightBoundingRect(word) for word in words}
    assert [word for word, ink in inks.items() if at + ink.top() < 0 or at + ink.bottom() > line] == []

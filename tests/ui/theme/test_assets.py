"""Fonts and icons: there, licensed, tinted and sharp."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QFontDatabase, QImage, QPainter, QPixmap

from app.ui.theme import assets, style
from tests.support.program import PROJECT
from tests.support.proof import beside_others

ICONS = sorted(path.stem for path in assets.resource("icons").glob("*.svg"))
_NAMING = {"Icon": 0, "IconButton": 0, "EmptyState": 0, "paint_icon": 1, "icon_pixmap": 0}


def inks(image: QImage) -> set[str]:
    """The colours of all pixels that are painted through."""
    points = ((x, y) for x in range(image.width()) for y in range(image.height()))
    seen = (image.pixelColor(x, y) for x, y in points)
    return {colour.name() for colour in seen if colour.alpha() == 255}


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("name", ICONS)
def test_every_icon_can_be_drawn_in_any_colour(name: str) -> None:
    colour = style.LIGHT.danger
    image = assets.icon_pixmap(name, 32, colour).toImage()
    assert colour.name() in inks(image)


@pytest.mark.usefixtures("qapp")
def test_an_icon_is_sharp_on_a_fine_screen() -> None:
    fine = assets.icon_pixmap("check", 16, style.LIGHT.text, ratio=2)
    assert (fine.width(), fine.devicePixelRatio()) == (32, 2)
    assert fine.deviceIndependentSize().width() == 16


@pytest.mark.usefixtures("qapp")
def test_an_icon_is_drawn_once() -> None:
    first = assets.icon_pixmap("check", 16, QColor(style.LIGHT.text))
    assert assets.icon_pixmap("check", 16, style.LIGHT.text).cacheKey() == first.cacheKey()
    assert assets.icon_pixmap("check", 16, style.DARK.text).cacheKey() != first.cacheKey()


@pytest.mark.usefixtures("qapp")
def test_a_stronger_stroke_covers_more() -> None:
    def covered(stroke: float) -> int:
        image = assets.icon_pixmap("check", 24, style.LIGHT.text, stroke=stroke).toImage()
        return sum(image.pixelColor(x, y).alpha() for x in range(24) for y in range(24))

    assert covered(3) > covered(1.75)
    assert (assets.usual_stroke(16), assets.usual_stroke(20)) == (1.75, 1.6)


@pytest.mark.usefixtures("qapp")
def test_an_icon_stands_where_it_is_put() -> None:
    ground = QPixmap(40, 40)
    ground.fill(style.LIGHT.surface)
    painter = QPainter(ground)
    assets.paint_icon(painter, "minus", QPoint(20, 20), 16, style.LIGHT.text)
    painter.end()
    image = ground.toImage()
    lower = image.copy(20, 20, 20, 20)
    assert len(inks(lower)) > 1
    assert len(inks(image.copy(0, 0, 20, 20))) == 1


@pytest.mark.usefixtures("qapp")
def test_the_program_has_an_icon() -> None:
    assert not assets.app_icon(style.LIGHT.accent_fill).pixmap(32).isNull()


@pytest.mark.usefixtures("qapp")
def test_the_fonts_are_known() -> None:
    assets.load_fonts()
    assets.load_mono_font()
    assert {"Counter Sans", "Counter Mono"} <= set(QFontDatabase.families())


@pytest.mark.parametrize(
    ("folder", "licence", "words"),
    [
        ("fonts", "Inter-LICENSE.txt", "SIL Open Font License"),
        ("fonts", "JetBrainsMono-LICENSE.txt", "SIL Open Font License"),
        ("fonts", "NotoSansDevanagari-LICENSE.txt", "SIL Open Font License"),
        ("icons", "Lucide-LICENSE.txt", "ISC License"),
    ],
)
def test_what_others_made_carries_its_licence(folder: str, licence: str, words: str) -> None:
    assert words.casefold() in assets.resource(folder, licence).read_text(encoding="utf-8").casefold()


@beside_others
def test_every_icon_that_is_asked_for_is_there() -> None:
    asked = {name for path in (PROJECT / "app" / "ui").rglob("*.py") for name in icon_names(path)}
    assert len(asked) > 20
    assert asked - set(ICONS) == set()


def icon_names(path: Path) -> Iterator[str]:
    """Icons that a module names: `icon=`, and the first argument of what takes one."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        place = _NAMING.get(called)
        given = [keyword.value for keyword in node.keywords if keyword.arg == "icon"]
        if place is not None and len(node.args) > place:
            given.append(node.args[place])
        for value in given:
            if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value:
                yield value.value

"""A UPI code as a picture for a chat."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from app.ui.kit.basics.painting import png_of
from app.ui.till.upi_card import UpiCard
from tests.support.ui.paper_codes import decoded

LINK = (
    "upi://pay?pa=coralcoast@examplebank&pn=Coral%20Coast%20Travels&am=4410.00&cu=INR"
    "&tr=A1B2C3D4AC7K3R91D&tn=AC7K3R91D"
)
CARD = UpiCard(LINK, "Coral Coast Travels", "coralcoast@examplebank", "4,410.00", "AC7K3R91D")


def test_a_phone_reads_exactly_this_link(tmp_path: Path) -> None:
    path = tmp_path / "card.png"
    path.write_bytes(png_of(CARD.picture()))
    assert QImage(str(path)).width() == 720
    assert decoded([str(path)]) == [LINK]


def test_a_long_name_is_written_smaller_and_stays_on_the_card() -> None:
    short, long = CARD.picture(), CARD._replace(name="Coral Coast Travels and Tours " * 3).picture()
    assert short.size() == long.size()
    edges = [long.pixelColor(x, y) for x in (0, 719) for y in range(long.height())]
    assert {each.lightness() for each in edges} == {255}


@pytest.mark.parametrize(
    ("note", "name"),
    [("AC7K3R91D", "upi-AC7K3R91D.png"), ("../A\u092f/B 1", "upi-AB1.png"), ("", "upi-.png")],
)
def test_its_file_is_named_by_the_pnr_alone(note: str, name: str) -> None:
    assert CARD._replace(note=note).file_name == name

"""The manifest over the window: every way out is a key away, and what is written is safe."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtWidgets import QFileDialog

from app.ui.travelling.manifest_paper import ManifestDelivery, ManifestSheet
from tests.support.desk.manifest_samples import ARJUN, forty, made
from tests.support.proof import beside_others
from tests.support.ui.selling import Clerk, selling


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk with a manifest over the window."""
    async with selling(tmp_path, others=("file_choice", "print_choice", "QListView ''")) as opened:
        await opened.list_read()
        ManifestSheet(opened.window, made(*forty()))
        await opened.robot.until(lambda: opened.robot.is_shown("manifest_sheet"))
        yield opened


async def save_as(clerk: Clerk, path: Path) -> str:
    """Choose where a file goes, as a clerk does. Returns the name that was suggested."""
    dialog = await clerk.robot.until(lambda: clerk.robot.find("file_choice", QFileDialog))
    suggested = Path(dialog.selectedFiles()[0]).name
    dialog.fileSelected.emit(str(path))
    dialog.close()
    clerk.window.activateWindow()
    await clerk.robot.until(lambda: not clerk.robot.is_shown("file_choice"))
    return suggested


async def test_print_has_the_focus_and_says_that_there_is_no_printer(clerk: Clerk) -> None:
    clerk.robot.keys("Ctrl+P")
    await clerk.robot.until(lambda: clerk.robot.sees("No printer is set up"))
    assert not any(clerk.robot.is_shown(f"voucher_{each}") for each in ("copy", "mail", "chat"))
    clerk.robot.keys("Escape")
    await clerk.robot.until(lambda: not clerk.robot.is_shown("manifest_sheet"))


@beside_others
async def test_s_saves_a_pdf_in_the_chosen_language(clerk: Clerk, tmp_path: Path) -> None:
    clerk.robot.keys("L", "S")
    path = tmp_path / "out.pdf"
    assert await save_as(clerk, path) == "manifest-2026-11-22-0715.pdf"
    await clerk.robot.until(path.exists)
    document = pypdfium2.PdfDocument(path.read_bytes())
    assert "यात्री सूची" in document.get_page(0).get_textpage().get_text_range()
    assert [round(each) for each in document.get_page_size(0)] == [595, 842]
    document.close()
    await clerk.robot.until(lambda: clerk.robot.sees("out.pdf saved in"))


@pytest.mark.parametrize("key", ["E", "Ctrl+E"])
@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
async def test_e_writes_a_table(clerk: Clerk, tmp_path: Path, key: str, suffix: str) -> None:
    clerk.robot.keys(key)
    path = tmp_path / f"out{suffix}"
    assert await save_as(clerk, path) == "manifest-2026-11-22-0715.csv"
    await clerk.robot.until(path.exists)
    data = path.read_bytes()
    assert data.startswith(b"PK" if suffix == ".xlsx" else b"\xef\xbb\xbf")
    if suffix == ".csv":
        assert '\r\n1,"Arjun Nair","9845012377","BT4K9Q07M",4,"Arjun Nair"' in data.decode("utf-8-sig")
    await clerk.robot.until(lambda: clerk.robot.sees(f"out{suffix} saved in"))


@beside_others
async def test_a_folder_that_is_not_there_is_told_beside_the_buttons(clerk: Clerk, tmp_path: Path) -> None:
    clerk.robot.keys("E")
    await save_as(clerk, tmp_path / "gone" / "out.csv")
    await clerk.robot.until(lambda: clerk.robot.sees("Choose another place."))


@beside_others
async def test_a_table_is_written_without_the_sheet_too(clerk: Clerk, tmp_path: Path) -> None:
    clerk.robot.keys("Escape")
    await clerk.robot.until(lambda: not clerk.robot.is_shown("manifest_sheet"))
    saved: list[object] = []
    ways = ManifestDelivery(clerk.window, lambda: made(ARJUN))
    ways.saved.connect(saved.append)
    ways.export()
    await save_as(clerk, tmp_path / "out.csv")
    await clerk.robot.until(lambda: saved == [tmp_path / "out.csv"])

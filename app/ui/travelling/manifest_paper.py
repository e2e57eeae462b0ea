"""The manifest of a departure: its paper, its sheet over the window, and its ways out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import joined, mark, speaking, tr
from app.desk.files.spreadsheet_export import CSV, write_tables
from app.desk.travelling import manifest as words
from app.desk.travelling.manifest import Manifest
from app.ui.kit.controls.file_picker import choose_new_file
from app.ui.travelling import manifest_actions
from app.ui.vouchers.delivery import PaperDelivery, any_printer
from app.ui.vouchers.layout import lay_out_blocks
from app.ui.vouchers.paper import CustomerPaper, PaperFacts, PaperWords
from app.ui.vouchers.sheet import PaperSheet

if TYPE_CHECKING:
    from app.ui.vouchers.layout import Laid

_A4 = "A4"
_KINDS = mark("Comma separated (*.csv);;Excel workbook (*.xlsx)")


def _text(found: Manifest) -> str:
    with speaking(found.branding.language):
        return words.as_text(found)


class ManifestPaper(CustomerPaper[Manifest]):
    """A manifest, for who lets the travellers on board."""

    words = PaperWords(
        mark("Save manifest as PDF"),
        mark("Manifest copied as text"),
        mark("Manifest sent to the printer"),
        mark("The printer did not take the manifest. Print it again."),
    )
    sizes = (_A4,)

    facts = PaperFacts[Manifest](
        reference=lambda found: words.manifest_file(found, ""),
        file_name=lambda found: words.manifest_file(found, ".pdf"),
        text=_text,
    )

    def __init__(self, found: Manifest) -> None:
        super().__init__(found.shown(replace(found.branding, paper=_A4)))

    @override
    def lay_out(self) -> Laid:
        from app.ui.travelling.manifest_blocks import ManifestBlocks

        return lay_out_blocks(partial(ManifestBlocks, self.value), self.branding)


class ManifestDelivery(PaperDelivery):
    """Hands over the manifest that `found` returns: on paper, as a PDF, or as a table."""

    def __init__(
        self, over: QWidget, found: Callable[[], Manifest], *, has_printer: Callable[[], bool] = any_printer
    ) -> None:
        super().__init__(over, lambda: ManifestPaper(found()), has_printer=has_printer)
        self._found = found

    @override
    def ways(self) -> dict[str, Callable[[], None]]:
        return {**super().ways(), "table": self.export}

    def export(self) -> None:
        """Ask where, and write a table, as CSV or for Excel by the name of the file."""
        found = self._found()
        name = words.manifest_file(found, CSV)
        write = partial(self._export_to, found)
        choose_new_file(self.over, "exports", tr("Export the manifest"), tr(_KINDS), write, name=name)

    def _export_to(self, found: Manifest, path: Path) -> None:
        self.tasks.start("exporting", self._write_table(path, found))

    async def _write_table(self, path: Path, found: Manifest) -> None:
        with speaking(found.branding.language):
            table = words.manifest_table(found)
        try:
            await asyncio.to_thread(write_tables, path, [table])
        except OSError as error:
            what = tr("The file could not be written: {cause}.", cause=error.strerror or str(error))
            self.failed.emit(joined(" ", (what, tr("Choose another place."))))
        else:
            self.saved.emit(path)


class ManifestSheet(PaperSheet):
    """The manifest over the window with its ways; Esc closes."""

    own_actions = manifest_actions.MANIFEST
    hint = mark("L language, arrows scroll")
    way_actions = manifest_actions.WAYS
    language_name = mark("Language")

    def __init__(self, window: QWidget, found: Manifest) -> None:
        super().__init__(window, ManifestPaper(found), tr("Manifest"))
        self.setObjectName("manifest_sheet")
        self.be_served(ManifestDelivery(self, lambda: self.manifest))

    @property
    def manifest(self) -> Manifest:
        """The manifest in the language that is chosen now."""
        return cast("Manifest", self.chosen.value)

"""About: what runs here, newer versions of it, its licences, and what an administrator has preset."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.files.licences import Paper, papers_of
from app.desk.settings.settings_context import SettingsContext
from app.ui.kit.basics.layouts import called, column, row
from app.ui.kit.basics.text import Label, plain
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.file_picker import choose_folder
from app.ui.kit.controls.text_box import TextBox
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.lists.overlay_scroll_bar import OverlayScrollBar
from app.ui.kit.lists.section_list import SectionList
from app.ui.kit.sheets.message_box import MessageBox, Notice
from app.ui.kit.sheets.modal_question import QuestionWords
from app.ui.kit.sheets.modal_sheet import pass_focus
from app.ui.kit.sheets.reading_sheet import ReadingSheet
from app.ui.settings.actions import LICENCES
from app.ui.settings.section import Block, block, blocks

_MADE_OF = mark("Made with Python {python}, Qt {qt} and PySide6 {pyside}")
_QT = mark(
    "Qt {qt} and PySide6 {pyside} are used under the LGPL-3.0: you may replace these libraries by versions "
    "of your own. Each of them is a file of its own in the program\u2019s folder."
)
_OTHERS = mark("Each other part has its own licence. The list of all parts stands beneath the texts.")
_NEWER = mark("Looked for each day, by the names of files. Nothing of it is opened or started.")
_PRESET = mark("What the policy of this computer or user sets. It is read at each start.")
_NOTHING = mark("Nothing is preset here.")
_LABEL, _COMMIT = 20, 12
_ICONS = {True: "database", False: "book-open-text"}


class AboutSettings(QWidget):
    """The facts that an administrator asks for first; paths can be copied."""

    heading = mark("About")
    icon = "info"

    def __init__(self, setup: SettingsContext) -> None:
        super().__init__()
        self._setup = setup
        self._folder = TextField(tr("Update folder"), "update_folder")
        self._folder.edit.setReadOnly(True)
        self._choose = _button(tr("Choose\u2026"), "choose_update_folder")
        self._forget = _button(tr("None"), "no_update_folder")
        self._newer = called("newer_version", Notice("accent"))
        self._read = _button(tr("Read the licences\u2026"), "read_licences")
        self.setLayout(
            blocks(self._program_block(), self._newer_block(), self._licence_block(), self._preset_block())
        )
        self.show_settings()
        self._choose.clicked.connect(lambda: choose_folder(self, "updates", tr("Update folder"), self._take))
        self._forget.clicked.connect(lambda: self._take(None))
        self._read.clicked.connect(self._show_licences)

    def show_settings(self) -> None:
        """Show the present settings and facts."""
        folder = self._setup.settings.update_folder
        self._folder.set_text(folder or tr("None is chosen yet"))
        self._forget.setVisible(bool(folder))
        self._newer.show_words(self._setup.newer)

    def _take(self, folder: Path | None) -> None:
        self._setup.shell.keep({"update_folder": str(folder or "")})
        self.show_settings()

    def _show_licences(self) -> None:
        papers = papers_of(self._setup.program)
        if papers:
            LicenceSheet(self.window(), papers)

    def _program_block(self) -> Block:
        program = self._setup.program
        commit = f" ({program.built_from[:_COMMIT]})" if program.built_from else ""
        version = tr("Version {version}", version=program.version + commit)
        made_of = tr(_MADE_OF, python=program.python, qt=qVersion(), pyside=pyside_version)
        root = str(program.root) if program.root else tr("Not installed: it runs from its source")
        places = [(tr("Program"), "program_folder", root)]
        if self._setup.folder is not None:
            places.append((tr("Data folder"), "where_data_lies", str(self._setup.folder)))
        return block(
            tr("Program"),
            tr("What runs on this computer."),
            column(Label(version, "bodyStrong"), Label(made_of, "caption", "text2"), gap=2),
            *(_read_only(*each) for each in places),
        )

    def _newer_block(self) -> Block:
        line = row((self._folder, 1), column(_LABEL, row(self._choose, self._forget, gap=8), None), gap=8)
        return block(tr("Newer versions"), tr(_NEWER), line, self._newer)

    def _licence_block(self) -> Block:
        return block(
            tr("Licences"),
            tr("Of all that this program is made of."),
            Label(tr(_QT, qt=qVersion(), pyside=pyside_version), wraps=True),
            Label(tr(_OTHERS), "body", "text2", wraps=True),
            row(self._read, None),
        )

    def _preset_block(self) -> Block:
        policy = self._setup.policy
        things: list[QWidget] = [
            _read_only(tr("Policy"), f"policy_{number}", place) for number, place in enumerate(policy.places)
        ]
        groups = ((tr("Fixed"), policy.fixed), (tr("To begin with"), policy.initial))
        for name, group in groups:
            if group:
                names = ", ".join(sorted(group))
                things.append(Label(joined(": ", (name, names)), "body", "text2", wraps=True))
        if policy.warning:
            things.append(MessageBox("warning", policy.warning))
        if not things:
            things.append(Label(tr(_NOTHING), "body", "text2"))
        return block(tr("Presets"), tr(_PRESET), *things)


def _read_only(label: str, name: str, text: str) -> TextField:
    field = TextField(label, name)
    field.edit.setReadOnly(True)
    field.set_text(text)
    return field


def _button(text: str, name: str) -> Button:
    return called(name, Button(text))


class LicenceSheet(ReadingSheet):
    """Up and Down choose a text, Tab moves into it, Esc closes."""

    own_actions = LICENCES
    panel_size = QSize(980, 640)

    def __init__(self, window: QWidget, papers: Sequence[Paper]) -> None:
        self._papers = papers
        names = ((each.name, _ICONS[each.path.suffix == ".json"]) for each in papers)
        self._list = called("licences", SectionList(names, tr("Licences")))
        self._text = TextBox()
        self._text.setReadOnly(True)
        self._text.setObjectName("licence_text")
        self._text.setTabChangesFocus(True)
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByKeyboard | Qt.TextInteractionFlag.TextSelectableByMouse
        )
        OverlayScrollBar(self._text)
        self._text.setAccessibleName(tr("Text of the licence"))
        super().__init__(window, tr("Licences"))
        self.setObjectName("licence_sheet")
        self._list.chosen.connect(self._show)
        self._list.picked.connect(self._text.setFocus)
        self._list.choose(0)
        # With the keyboard in the list its first row may be chosen already.
        self._show(0)

    @override
    def _first(self) -> QWidget:
        return self._list

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        pass_focus((self._list, self._text, *self._buttons), forward=next)
        return True

    @override
    def _build(self, question: QuestionWords) -> None:
        head = row(Label(question.title, "heading"), None, self._buttons[0])
        text = column(self._text, margins=(12, 12, 12, 12))
        self._lay_panel(question.title, "licence_panel", head, column(self._list), text)

    def _show(self, place: int) -> None:
        said = self._papers[place].text()
        self._text.setPlainText(plain(said, len(said) + 1))

"""The handbook over the dimmed window: its chapters, one text, and a search over all of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import ClassVar, NamedTuple

from PySide6.QtCore import QEvent, QRect, QRegularExpression, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit, QWidget
from typing_extensions import override

from app.core.language import SOURCE, current, mark, tr, trn
from app.core.paths import RESOURCES
from app.ui.handbook import actions
from app.ui.handbook.chapter_document import Cap, caps_of, headings_of, on_screen
from app.ui.kit.basics.actions import Key
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.key_cap import HEIGHT
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.painting import draw_box
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.search_field import SearchField
from app.ui.kit.lists.overlay_scroll_bar import OverlayScrollBar
from app.ui.kit.lists.section_list import SectionList
from app.ui.kit.sheets.modal_question import QuestionWords
from app.ui.kit.sheets.modal_sheet import pass_focus
from app.ui.kit.sheets.reading_sheet import ReadingSheet
from app.ui.theme import style

FOLDER = RESOURCES / "handbook"
_HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
_SIGNS = re.compile(r"\]\([^)]*\)|[`*#|\[\]]|^-+\s", re.MULTILINE)
"""The signs of Markdown, with links to other chapters."""


class Chapter(NamedTuple):
    """One chapter, a file of Markdown."""

    name: str
    """The name of its file, the same in every language."""
    title: str
    text: str


class Passage(NamedTuple):
    """The text below one heading of a chapter."""

    chapter: int
    """The index of its chapter."""
    heading: int
    """The index of its heading in the chapter."""
    title: str
    words: str
    """All its words with the title, in lower case and without the signs of Markdown."""


@cache
def chapters(language: str) -> tuple[Chapter, ...]:
    """The chapters in their order; in English where the handbook does not have the language."""
    folder = FOLDER / language
    found = sorted((folder if folder.is_dir() else FOLDER / SOURCE).glob("*.md"))
    texts = ((path.name, path.read_text(encoding="utf-8")) for path in found)
    return tuple(Chapter(name, headings(text)[0], text) for name, text in texts)


def headings(text: str) -> tuple[str, ...]:
    """The headings of a chapter, the first of which is its title."""
    return tuple(match[1] for match in _HEADING.finditer(text))


def sections(language: str) -> tuple[Passage, ...]:
    """Every section of every chapter, in their order."""
    return tuple(
        section for place, chapter in enumerate(chapters(language)) for section in _sections(place, chapter)
    )


def found(wanted: Iterable[Passage], typed: str) -> tuple[Passage, ...]:
    """The sections with every typed word; those with all of them in the title first."""
    patterns = [re.compile(beginning(word)) for word in typed.casefold().split()]

    def is_holding(text: str) -> bool:
        return all(pattern.search(text) for pattern in patterns)

    holding = [each for each in wanted if is_holding(each.words)]
    return tuple(sorted(holding, key=lambda each: not is_holding(each.title.casefold())))


def beginning(word: str) -> str:
    """The pattern of words that begin with this one."""
    return rf"(?<!\w){re.escape(word)}"


def _sections(place: int, chapter: Chapter) -> Iterable[Passage]:
    starts = [(match.start(), match[1]) for match in _HEADING.finditer(chapter.text)]
    ends = [start for start, _ in starts[1:]] + [len(chapter.text)]
    for number, ((start, title), end) in enumerate(zip(starts, ends, strict=True)):
        words = " ".join(_SIGNS.sub(" ", chapter.text[start:end]).casefold().split())
        yield Passage(place, number, title, words)


_LIST, _FIELD = 268, 320
_FINDS = mark("Find in the handbook")
_ICONS = (
    "map-pin",
    "ticket",
    "ship",
    "clock",
    "badge-indian-rupee",
    "circle-question-mark",
    "ban",
    "cloud-lightning",
    "book-open-text",
    "receipt-text",
    "wallet",
    "calendar-check",
    "clipboard-list",
    "list-todo",
    "settings-2",
    "flask-conical",
    "wifi-off",
    "info",
    "search",
    "keyboard",
)
"""Of each chapter, in their order."""
_OURS = (actions.FIND_WORDS, actions.PRINT_CHAPTER)
_PLAIN = Qt.KeyboardModifier.NoModifier | Qt.KeyboardModifier.KeypadModifier
_ABOVE = 8
"""The space above a place that was jumped to."""
_RIGHT = 14
_MIDDLE = 0.54
"""The share of a line of text above the middle of its letters."""
_WORDS = (
    QRegularExpression.PatternOption.CaseInsensitiveOption
    | QRegularExpression.PatternOption.UseUnicodePropertiesOption
)


class HandbookSheet(ReadingSheet):
    """Typing searches, Up and Down choose, Enter or Tab moves into the text, Esc closes."""

    own_actions = actions.HANDBOOK
    panel_size = QSize(1080, 760)

    def __init__(self, window: QWidget) -> None:
        self._chapters = chapters(current())
        self._sections = sections(current())
        self._shown: tuple[Passage, ...] = ()
        """The sections in the list: the beginnings of all chapters, or the matches."""
        self._chapter = -1
        self._search = _HandbookSearch()
        self._list = called("chapters", SectionList((), tr("Chapters")))
        self._list.setFixedWidth(_LIST)
        self._text = HandbookText()
        self._text.setAccessibleName(tr("Text of the chapter"))
        super().__init__(window, tr("Handbook"))
        self.setObjectName("handbook")
        self._search.textChanged.connect(self._find)
        self._search.steered.connect(self._steer)
        self._search.gone.connect(self._text.setFocus)
        self._list.chosen.connect(self._show)
        self._list.picked.connect(self._text.setFocus)
        self._text.anchorClicked.connect(self._follow_link)
        self._print.clicked.connect(self._print_chapter)
        self._find("")

    @override
    def _first(self) -> QWidget:
        return self._search

    def look_for(self, words: str) -> None:
        """Search for some words, as if they had been typed."""
        self._search.setText(words)

    @override
    def event(self, event: QEvent) -> bool:
        """Handle these keys before the window's own shortcuts do."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(event.key() == Qt.Key.Key_F1 or any(each.matches(event) for each in _OURS))
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if actions.PRINT_CHAPTER.matches(event) and not event.isAutoRepeat():
            self._print_chapter()
        elif actions.FIND_WORDS.matches(event):
            self._search.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._search.selectAll()
        elif event.key() == Qt.Key.Key_F1 and not event.isAutoRepeat():
            self.dismiss()
        else:
            super().keyPressEvent(event)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        pass_focus((self._search, self._list, self._text, *self._buttons), forward=next)
        return True

    @override
    def _build(self, question: QuestionWords) -> None:
        close = self._buttons[0]
        self._print = called("handbook_print", Button(actions.PRINT_CHAPTER))
        self._buttons.insert(0, self._print)
        nothing = Label(tr("Nothing in the handbook is like this."), "body", "text2", wraps=True)
        nothing.setObjectName("handbook_nothing")
        self._missing = held(column(nothing, margins=(16, 16, 16, 0)))
        head = row(Label(question.title, "heading"), None, self._search, None, self._print, close, gap=8)
        text = column(self._text, margins=(20, 12, 12, 12))
        self._lay_panel(question.title, "handbook_panel", head, column(self._missing, self._list), text)

    def _find(self, typed: str) -> None:
        """Show the places with these words in the list, or all chapters, and go to the first."""
        is_searching = bool(typed.strip())
        self._shown = (
            found(self._sections, typed)
            if is_searching
            else tuple(each for each in self._sections if not each.heading)
        )
        self._list.show_sections((each.title, _ICONS[each.chapter]) for each in self._shown)
        self._missing.setVisible(not self._shown)
        if self._shown:
            self._list.choose(0 if is_searching else max(0, self._chapter))
        count = trn("{number} place found", "{number} places found", len(self._shown))
        self._search.setAccessibleDescription(count if is_searching else "")

    def _show(self, place: int) -> None:
        if place < 0:
            return
        section = self._shown[place]
        if section.chapter != self._chapter:
            self._chapter = section.chapter
            self._text.show_chapter(self._chapters[section.chapter].text)
        self._text.jump(section.heading, self._search.text().split())

    def _steer(self, key: Qt.Key) -> None:
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            step = 1 if key == Qt.Key.Key_Down else -1
            at = self._list.currentIndex().row() + step
            if 0 <= at < len(self._shown):
                self._list.choose(at)
        else:
            bar = self._text.verticalScrollBar()
            bar.setValue(bar.value() + (1 if key == Qt.Key.Key_PageDown else -1) * bar.pageStep())

    def _follow_link(self, link: QUrl) -> None:
        """Go to another chapter; a link that leads elsewhere does nothing."""
        names = [each.name for each in self._chapters]
        if link.toString() in names:
            self._search.clear()
            self._list.choose(names.index(link.toString()))

    def _print_chapter(self) -> None:
        # The first paint needs no printers.
        from app.ui.handbook.chapter_document import print_chapter
        from app.ui.kit.sheets.printer_choice import ask_printer

        chapter = self._chapters[self._chapter]
        ask_printer(self, chapter.title, lambda printer: print_chapter(printer, chapter.text))


class _HandbookSearch(SearchField):
    """The search field, which passes on keys that move over chapters and text."""

    key: ClassVar[Key] = actions.FIND_WORDS.painted
    steered = Signal(object)
    """Emitted with Up or Down for the list, Page Up or Page Down for the text."""

    _STEERING = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown})

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("handbook_search")
        self.setMinimumWidth(_FIELD)
        self.setAccessibleName(tr(_FINDS))
        self.setAccessibleDescription("")
        self.setPlaceholderText(tr(_FINDS))

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.setPlaceholderText(tr(_FINDS))

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.setPlaceholderText(tr(_FINDS))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_plain = not event.modifiers() & ~_PLAIN
        if Qt.Key(event.key()) in self._STEERING and is_plain:
            self.steered.emit(Qt.Key(event.key()))
        elif event.key() == Qt.Key.Key_Escape:
            # Esc closes at once, also with typed text.
            event.ignore()
        else:
            super().keyPressEvent(event)


class HandbookText(QTextBrowser):
    """Shows one chapter; its links are names of other chapters."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("handbook_text")
        self.setFrameStyle(QFrame.Shape.Box)
        self.setLineWidth(style.FOCUS_RING)
        self.setOpenLinks(False)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self.setViewportMargins(0, 0, _RIGHT, 0)
        self._chapter = ""
        self._caps: list[Cap] = []
        OverlayScrollBar(self)

    def show_chapter(self, text: str) -> None:
        """Show the Markdown of a chapter from its beginning."""
        self._chapter = text
        document = on_screen(text)
        document.setParent(self)
        self.setDocument(document)
        self._caps = caps_of(document)
        self.verticalScrollBar().setValue(0)

    def jump(self, heading: int, words: Iterable[str]) -> None:
        """Scroll to a heading with these words marked, or to the first of them if it would not be visible."""
        block = headings_of(self.document())[heading]
        top = self._top(block.position())
        marked = [selection for word in words for selection in self._found(word)]
        self.setExtraSelections(marked)
        tops = sorted(
            self._top(each.cursor.selectionStart())
            for each in marked
            if each.cursor.selectionStart() >= block.position()
        )
        is_far = bool(tops) and tops[0] - top > self.viewport().height() - style.line_height("body")
        self.verticalScrollBar().setValue((tops[0] if is_far else top) - _ABOVE)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._chapter:
            # The colour of links is fixed when a document is made.
            place = self.verticalScrollBar().value()
            self.show_chapter(self._chapter)
            self.verticalScrollBar().setValue(place)

    @override
    def loadResource(self, type: int, name: QUrl | str) -> object:
        """Return nothing: the handbook has only text."""
        return None

    @override
    def event(self, e: QEvent) -> bool:
        """Paint the ring where Qt would paint its frame: `paintEvent` is that of the text."""
        if e.type() != QEvent.Type.Paint:
            return super().event(e)
        if self.hasFocus():
            painter, nothing, width = QPainter(self), Qt.GlobalColor.transparent, style.FOCUS_RING
            accent, radius = style.tokens().accent, style.CONTROL_RADIUS
            draw_box(painter, self.rect(), fill=QColor(nothing), line=accent, width=width, radius=radius)
            painter.end()
        return True

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        colours = style.tokens()
        for cap in self._caps:
            box = self._box(cap)
            if box.intersects(event.rect()):
                draw_box(painter, box, fill=colours.surface, line=colours.line_strong, radius=4)
        painter.end()
        super().paintEvent(event)

    def _box(self, cap: Cap) -> QRect:
        """The box of a key's cap at the present scroll position."""
        begin, end = (self.cursorRect(self._cursor(place)) for place in cap)
        top = begin.top() + round(begin.height() * _MIDDLE) - HEIGHT // 2
        return QRect(begin.left(), top, end.left() - begin.left(), HEIGHT)

    def _top(self, position: int) -> int:
        """The y of a position in the text, from its beginning."""
        return self.cursorRect(self._cursor(position)).top() + self.verticalScrollBar().value()

    def _cursor(self, position: int) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.setPosition(position)
        return cursor

    def _found(self, word: str) -> list[QTextEdit.ExtraSelection]:
        found: list[QTextEdit.ExtraSelection] = []
        pattern = QRegularExpression(beginning(word), _WORDS)
        cursor = self.document().find(pattern)
        while not cursor.isNull():
            selection = QTextEdit.ExtraSelection()
            selection.cursor = cursor
            selection.format.setBackground(style.tokens().warning_soft)
            found.append(selection)
            cursor = self.document().find(pattern, cursor)
        return found

"""The words of Qt's own dialogs and menus in a language that Qt itself does not bring."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QTranslator
from typing_extensions import override

from app.core.language import SOURCE, Message, current, mark, tr

_WORDS = (
    # Files and folders
    mark("%1\nDirectory not found.\nPlease verify the correct directory name was given."),
    mark("%1\nFile not found.\nPlease verify the correct file name was given."),
    mark("%1 already exists.\nDo you want to replace it?"),
    mark("'%1' is write protected.\nDo you want to delete it anyway?"),
    mark("Are you sure you want to delete '%1'?"),
    mark("Could not delete directory."),
    mark("%1 File"),
    mark("All Files (*)"),
    mark("Back"),
    mark("Change to detail view mode"),
    mark("Change to list view mode"),
    mark("&Choose"),
    mark("Computer"),
    mark("Create New Folder"),
    mark("Create a New Folder"),
    mark("Date Modified"),
    mark("Detail View"),
    mark("Directories"),
    mark("Directory:"),
    mark("Drive"),
    mark("File"),
    mark("File &name:"),
    mark("Files"),
    mark("Files of &type:"),
    mark("Find Directory"),
    mark("Folder"),
    mark("Forward"),
    mark("Go back"),
    mark("Go forward"),
    mark("Go to the parent directory"),
    mark("List View"),
    mark("List of places and bookmarks"),
    mark("&Look in:"),
    mark("Name"),
    mark("&New Folder"),
    mark("&Open"),
    mark("Parent Directory"),
    mark("Recent Places"),
    mark("&Rename"),
    mark("&Save"),
    mark("Show &hidden files"),
    mark("Sidebar"),
    mark("Size"),
    mark("Type"),
    # Text and its menu
    mark("&Copy"),
    mark("Copy &Link Location"),
    mark("Cu&t"),
    mark("&Delete"),
    mark("&Paste"),
    mark("&Redo"),
    mark("Select All"),
    mark("Undo"),
    # Questions
    mark("Cancel"),
    mark("Close"),
    mark("No"),
    mark("OK"),
    mark("Yes"),
    # Printing
    mark("All Pages"),
    mark("Collate"),
    mark("Color"),
    mark("Color Mode"),
    mark("Copies"),
    mark("Copies:"),
    mark("Current Page"),
    mark("Double Sided Printing"),
    mark("Even Pages"),
    mark("Grayscale"),
    mark("Local file"),
    mark("Location:"),
    mark("Long side binding"),
    mark("&Name:"),
    mark("Odd Pages"),
    mark("Off"),
    mark("Options"),
    mark("&Options <<"),
    mark("&Options >>"),
    mark("Output &file:"),
    mark("Output Settings"),
    mark("Page &Set:"),
    mark("Pages"),
    mark("Pages from"),
    mark("Preview"),
    mark("Print"),
    mark("Print all"),
    mark("Print range"),
    mark("Print to File (PDF)"),
    mark("Printer"),
    mark("P&roperties"),
    mark("Reverse"),
    mark("Selection"),
    mark("Short side binding"),
    mark(
        "Specify pages or ranges separated by commas. Ranges are specified by two numbers separated by a "
        "hyphen. E.g: 3,5-7,9 prints pages 3, 5, 6, 7 and 9."
    ),
    mark("Type:"),
    mark("Write PDF file"),
    mark("to"),
)


class QtWords(QTranslator):
    """Says Qt's texts in the language that is spoken when Qt asks for them."""

    @override
    def translate(
        self, context: str, sourceText: str, disambiguation: str | None = None, n: int = -1
    ) -> str | None:
        """The words for one of Qt's texts; None for English and for a text that is not known."""
        del disambiguation
        if current() == SOURCE:
            return None
        words = _by_text().get(_bare(sourceText))
        return None if words is None else tr(words)


@cache
def _by_text() -> dict[str, Message]:
    return {_bare(each.text): each for each in _WORDS}


def _bare(text: str) -> str:
    """A text without the sign before the letter that is its key."""
    return text.replace("&", "")

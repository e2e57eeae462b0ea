"""The translation catalogues: `update` takes over the texts of the source, `compile` writes the .mo files."""

from __future__ import annotations

import io
import re
import struct
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

USAGE = """Usage: python packaging/translations.py COMMAND

  update    take up new texts of the source into each catalogue, and compile
  compile   make each .mo anew from its .po
"""
ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
NATIONALITIES = ROOT / "resources" / "nationalities.tsv"
KEYWORDS = {"tr": None, "trn": (1, 2), "mark": None, "markn": (1, 2)}
_WRONG_USE = 2
_LONGEST_LINE = 100
_MAGIC, _TABLES_AT, _PLACE = 0x950412DE, 28, 8
_HEADER = re.compile(r'\A(?:#.*\n)*msgid ""\nmsgstr ""\n(?:".*"\n)*')

Words: TypeAlias = "str | tuple[str, ...]"
"""A text, or one of several forms."""


def main(arguments: list[str]) -> int:
    """The exit status of the command."""
    commands = {"update": update, "compile": compile_all}
    command = commands.get(arguments[0]) if len(arguments) == 1 else None
    if command is None:
        print(USAGE, end="")
        return _WRONG_USE
    command()
    return 0


def update() -> None:
    """Adds new texts of the source to each catalogue, and removes those that are gone."""
    texts = texts_of_program()
    for path in catalogues():
        path.write_text(updated(path.read_text(encoding="utf-8"), texts), encoding="utf-8", newline="\n")
    compile_all()


def compile_all() -> None:
    """Writes the files that the program reads."""
    for path in catalogues():
        path.with_suffix(".mo").write_bytes(compiled(path.read_text(encoding="utf-8")))


def catalogues() -> list[Path]:
    """The files with the words of each language, named by its code."""
    return sorted(FOLDER.glob("*.po"))


def texts_of_program() -> set[Words]:
    """Every text of the source, and the nationalities, which stand in a list."""
    lines = NATIONALITIES.read_text(encoding="utf-8").splitlines()
    return texts_of_source() | {line.split("\t")[1] for line in lines if line}


def texts_of_source(folder: Path = ROOT / "app") -> set[Words]:
    """Every text of the source that is translated; a plural with both its forms."""
    found = extract_from_dir(folder, method_map=[("**.py", "python")], keywords=KEYWORDS)
    return {words for _, _, words, _, _ in found}


def read(catalogue: str) -> Catalog:
    """The entries of a catalogue, given as its text. Raises ValueError when it cannot be read."""
    return read_po(io.StringIO(catalogue), abort_invalid=True)


def translated(catalogue: Catalog) -> dict[Words, Words]:
    """Each text of a catalogue with its translation, which is empty where there is none yet."""
    return {_words(each.id): _words(each.string) for each in catalogue if each.id}


def updated(catalogue: str, texts: Iterable[Words]) -> str:
    """The catalogue with exactly these texts, in the order of their letters; its head stays as it is."""
    known = read(catalogue)
    said = translated(known)
    fresh = Catalog(locale=known.locale, fuzzy=False)
    for text in texts:
        fresh.add(text, said.get(text, ("",) * known.num_plurals if isinstance(text, tuple) else ""))
    body = io.BytesIO()
    write_po(body, fresh, width=_LONGEST_LINE, omit_header=True, sort_output=True)
    return f"{_head(catalogue)}\n{body.getvalue().decode('utf-8').strip()}\n"


def compiled(catalogue: str) -> bytes:
    """The bytes of a .mo file, which depend on the texts alone."""
    lines = re.findall(r'^"(.*)"$', _head(catalogue), re.MULTILINE)
    told = {b"": "".join(lines).replace("\\n", "\n").encode()}
    for text, words in translated(read(catalogue)).items():
        if all(_forms(words)):
            told["\0".join(_forms(text)).encode()] = "\0".join(_forms(words)).encode()
    pairs = sorted(told.items())
    names_at = _TABLES_AT + 2 * _PLACE * len(pairs)
    values_at = names_at + sum(len(name) + 1 for name, _ in pairs)
    names = _places((name for name, _ in pairs), names_at)
    values = _places((value for _, value in pairs), values_at)
    head = (_MAGIC, 0, len(pairs), _TABLES_AT, _TABLES_AT + _PLACE * len(pairs), 0, 0)
    texts = b"".join(name + b"\0" for name, _ in pairs) + b"".join(value + b"\0" for _, value in pairs)
    return struct.pack("<7I", *head) + names + values + texts


def _head(catalogue: str) -> str:
    """The comments and the entry at the beginning. Raises ValueError when there are none."""
    found = _HEADER.match(catalogue)
    if found is None:
        raise ValueError("This catalogue has no head.")
    return found[0]


def _words(found: Iterable[str] | None) -> Words:
    """A text as the reader of catalogues returns it: plural forms as a sequence."""
    return found if isinstance(found, str) else tuple(found or ())


def _forms(words: Words) -> tuple[str, ...]:
    return words if isinstance(words, tuple) else (words,)


def _places(texts: Iterable[bytes], start: int) -> bytes:
    """Length and offset of each text; a zero byte follows each."""
    table: list[bytes] = []
    for text in texts:
        table.append(struct.pack("<2I", len(text), start))
        start += len(text) + 1
    return b"".join(table)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

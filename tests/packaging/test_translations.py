"""The catalogues of words: complete, sound, and exactly what the source asks for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest

import translations
from app.core.language import LANGUAGES, SOURCE
from tests.support.program import PROJECT

CATALOGUES = {path.stem: path.read_text(encoding="utf-8") for path in translations.catalogues()}
HEAD = 'msgid ""\nmsgstr ""\n"Language: hi\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n'
KEPT = re.compile(
    r"\b(?:Ctrl|Shift|Alt|Esc|Tab|F\d{1,2})\b|\b(?:PNR|GST|PDF|PIN|API|MRZ|CSV|TSV|XLSX|JPEG|PNG|WebP|AVIF|"
    r"HEIC|HTTP|JSON|TLS|UTC|UTF|MB)(?=s?\b)|\*\.\w+|https://(?:\w+/\w+)?"
)
"""Keys, abbreviations and endings of files: as they are in every language."""
PLACEHOLDER = re.compile(r"\{[^{}]*\}")
ENDINGS = {"\u0964": ".", "\u201d": '"', "\u2019": "'"}
"""What ends a sentence or a quotation elsewhere, by what does in English."""
LATIN = re.compile(r"[a-z]{3,}")
UNSPOKEN = {"Agency Counter"}
"""Texts with Latin words that are the same in every language."""
LATIN_NAMES = re.compile(
    r"\bAgency Counter\b|\bUPI\b|\b[A-Z]\b|\bEnter\b|\bRESTORE\b|“Most compatible”|\bGSTIN\b|\bPAN\b|\bPEM\b|"
    r"\b(?:Word|XML)\b|"
    r"\bUTF8\b|\b(?:Python|Qt|PySide6|PostgreSQL|LGPL-3\.0|sslmode|desk_user)\b|postgresql://user@server/database|"
    r"name@example\.com|\.com\b|\b35AABCC1234D1ZE\b|^data\b|\bSwaraj Dweep day return\b|"
    r"\bUPI\b|\bQR\b|\bINR\b|coralcoast@bank|\bed\b|\bDiscover scuba dive, Elephant Beach\b"
)
"""Names of products, keys, fields and examples, which keep their Latin letters beside Devanagari."""
Said = tuple[str, translations.Words, translations.Words]


@cache
def texts_of_program() -> set[translations.Words]:
    """What the source gives to be translated, read when a test asks: many processes only collect them."""
    return translations.texts_of_program()


@cache
def every_text() -> tuple[Said, ...]:
    """Each text of each catalogue with its language and its translation."""
    return tuple(
        (language, text, words)
        for language, catalogue in CATALOGUES.items()
        for text, words in translations.translated(translations.read(catalogue)).items()
    )


def test_every_language_but_that_of_the_source_has_a_catalogue() -> None:
    assert set(CATALOGUES) == set(LANGUAGES) - {SOURCE}


@pytest.mark.parametrize("language", CATALOGUES)
def test_the_catalogue_holds_exactly_the_texts_of_the_source(language: str) -> None:
    texts = texts_of_program()
    held = set(translations.translated(translations.read(CATALOGUES[language])))
    assert sorted(map(str, texts - held)) == [], "Run: python packaging/translations.py update"
    assert sorted(map(str, held - texts)) == []


def test_no_text_stands_inside_another_where_it_is_not_found() -> None:
    """Before Python 3.12 the source is read by its tokens, and a text with braces is a single one."""
    sources = {path: ast.parse(path.read_text(encoding="utf-8")) for path in (PROJECT / "app").rglob("*.py")}
    hidden = [
        f"{path.relative_to(PROJECT)}:{call.lineno}"
        for path, source in sources.items()
        for outer in ast.walk(source)
        if isinstance(outer, ast.JoinedStr)
        for call in ast.walk(outer)
        if isinstance(call, ast.Call) and _is_text(call)
    ]
    assert hidden == []


def _is_text(call: ast.Call) -> bool:
    named = isinstance(call.func, ast.Name) and call.func.id in translations.KEYWORDS
    return named and any(isinstance(each, ast.Constant) for each in call.args)


@pytest.mark.parametrize("language", CATALOGUES)
def test_the_catalogue_stands_as_update_writes_it(language: str) -> None:
    assert translations.updated(CATALOGUES[language], texts_of_program()) == CATALOGUES[language]


@pytest.mark.parametrize("language", CATALOGUES)
def test_what_is_read_is_made_of_the_catalogue(language: str) -> None:
    made = translations.compiled(CATALOGUES[language])
    assert (translations.FOLDER / f"{language}.mo").read_bytes() == made


@pytest.mark.parametrize("language", CATALOGUES)
def test_nothing_is_unsure_or_left_over(language: str) -> None:
    catalogue = translations.read(CATALOGUES[language])
    assert not catalogue.obsolete
    assert [each.id for each in catalogue if each.id and each.fuzzy] == []


def test_every_text_is_translated_in_all_its_forms() -> None:
    wrong = [
        said
        for said in every_text()
        if not all(forms(said[2])) or len(forms(said[2])) != (2 if isinstance(said[1], tuple) else 1)
    ]
    assert wrong == []


def test_what_is_filled_in_is_the_same() -> None:
    """The form for one may say the number or leave it out; each other form says what the plural says."""
    wrong = [
        said
        for said in every_text()
        for place, (source, words) in enumerate(pairs(said))
        if holes(words) != holes(source) and not (place == 0 and holes(words) == holes(forms(said[1])[-1]))
    ]
    assert wrong == []


def test_keys_and_abbreviations_stay_as_they_are() -> None:
    wrong = [
        said
        for said in every_text()
        for source, words in pairs(said)
        if sorted(KEPT.findall(source)) != sorted(KEPT.findall(words))
    ]
    assert wrong == []


def test_blanks_and_signs_at_the_ends_are_kept() -> None:
    wrong = [
        said for said in every_text() for source, words in pairs(said) if ending(source) != ending(words)
    ]
    assert wrong == []
    assert [said for said in every_text() for _, words in pairs(said) if words != words.strip()] == [
        said for said in every_text() for source, _ in pairs(said) if source != source.strip()
    ]


def test_no_english_is_left() -> None:
    """Whatever has a word of three small Latin letters beside names and keys has words of its own, too."""
    wrong = [
        said
        for said in every_text()
        for source, words in pairs(said)
        if source not in UNSPOKEN and LATIN.search(bare(source)) and bare(words).isascii()
    ]
    assert wrong == []


def test_no_latin_word_stands_in_hindi_but_names() -> None:
    latin = re.compile(r"[A-Za-z]+")
    wrong = {
        words: found
        for _, _, said in every_text()
        for words in forms(said)
        if (found := latin.findall(LATIN_NAMES.sub("", bare(words))))
    }
    assert wrong == {}


def test_every_text_can_be_filled_in() -> None:
    for said in every_text():
        for source, words in pairs(said):
            values = {hole.strip("{}"): "x" for hole in holes(source) + holes(words)}
            assert "{" not in words.format_map(values)


def test_texts_come_and_go_with_the_source(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text('tr("Seat")\ntrn("{number} boat", "{number} boats", 2)\nmark("Slot")\n')
    texts = translations.texts_of_source(tmp_path)
    assert texts == {"Seat", ("{number} boat", "{number} boats"), "Slot"}
    old = f'{HEAD}\nmsgid "Seat"\nmsgstr "S"\n\nmsgid "Gone"\nmsgstr "G"\n'
    new = translations.updated(old, texts)
    said = translations.translated(translations.read(new))
    assert said == {"Seat": "S", "Slot": "", ("{number} boat", "{number} boats"): ("", "")}
    assert new.startswith(HEAD)
    read = GNUTranslations(BytesIO(translations.compiled(new)))
    assert (read.gettext("Seat"), read.gettext("Slot"), read.info()["language"]) == ("S", "Slot", "hi")


def test_a_catalogue_without_a_head_is_refused() -> None:
    with pytest.raises(ValueError, match="no head"):
        translations.compiled('msgid "Seat"\nmsgstr "S"\n')


def test_a_wrong_command_is_told_how(capsys: pytest.CaptureFixture[str]) -> None:
    assert translations.main(["compile"]) == 0
    assert translations.main([]) == 2
    assert capsys.readouterr().out == translations.USAGE


@pytest.mark.parametrize("folder", ["api", "store"])
def test_no_sentence_escapes(folder: str) -> None:
    """Whatever looks like a sentence is given to be translated, unless a programmer alone ever reads it."""
    found = [
        f"{path.relative_to(PROJECT)}:{line}: {text}"
        for path in sorted((PROJECT / "app" / folder).rglob("*.py"))
        for line, text in sentences(ast.parse(path.read_text(encoding="utf-8")))
        if text not in TECHNICAL
    ]
    assert found == []


TECHNICAL = frozenset(
    {
        # of orders against the rules of the program itself
        "An answer can be waited for no longer than the usual time.",
        "A key is not written anywhere by pickling or copying it.",
        "The request is for another place than the service.",
        "This connection is for its own service only.",
        # commands of a database
        "SELECT * FROM attempt WHERE first < ? ORDER BY first DESC LIMIT ?",
        "SELECT * FROM attempt WHERE last > ? AND last <= ? ORDER BY last LIMIT ?",
        "SELECT hash FROM till_entry WHERE seq = ?",
        "SELECT max(request) FROM attempt WHERE request < ?",
        "SELECT min(request) FROM attempt WHERE request > ?",
        "UPDATE entry SET private = '' WHERE seq = ?",
        # of answers that are no HTTP: the clerk is told that the connection ended
        "There are too many interim answers.",
        "The answer announces its length twice.",
        "The head of the answer is too large.",
        # of a mirror whose failing is told by what was to be written
        "The mirror was not flushed.",
    }
)
NOT_FOR_PEOPLE = {"tr", "trn", "mark", "debug", "info", "warning", "error", "exception"}


def sentences(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Texts with a capital, a blank and a full stop that nobody translates; documentation aside."""
    spared: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            spared.add(id(node.value))
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in (
            NOT_FOR_PEOPLE
        ):
            spared |= {id(each) for argument in node.args for each in ast.walk(argument)}
        if isinstance(node, ast.JoinedStr) and id(node) not in spared:
            text = "".join(
                str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values
            )
            spared |= {id(part) for part in node.values}
            if re.fullmatch(r".*[a-z]{2,} .*[.?!]", text):
                yield node.lineno, text
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in spared
            and re.fullmatch(r"[A-Z].* .*[.?!]", node.value)
        ):
            yield node.lineno, node.value


def forms(words: translations.Words) -> tuple[str, ...]:
    return words if isinstance(words, tuple) else (words,)


def pairs(said: Said) -> list[tuple[str, str]]:
    """Each form of a translation beside that of its source; further forms beside the plural."""
    sources, words = forms(said[1]), forms(said[2])
    return [(sources[min(place, len(sources) - 1)], each) for place, each in enumerate(words)]


def holes(text: str) -> list[str]:
    return sorted(PLACEHOLDER.findall(text))


def bare(text: str) -> str:
    """The text without what is filled in, keys and names."""
    return KEPT.sub("", PLACEHOLDER.sub("", text)).replace("Agency Counter", "")


def ending(text: str) -> str:
    """The sign at the end, as English writes it; empty when a word stands there."""
    last = ENDINGS.get(text[-1:], text[-1:])
    return "" if last.isalnum() or last in "})" or not last.isascii() else last

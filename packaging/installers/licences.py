"""The licence texts of every part, laid into the payload, with an index for people."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap

from installers.errors import BuildError
from installers.inventory import LICENCES, Inventory
from installers.parts import Nested, Part, kept_text

INDEX = "INDEX.txt"
_WIDTH = 100
_TERM = re.compile(r"[^\s()]+")
# The licences of what is compiled into packages: a text by each name is kept.
_KEPT = {
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "LLVM-exception",
    "MIT",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
}
_REPLACING = """
Qt and PySide6 are used under the GNU Lesser General Public License, version 3. Their libraries are
files of their own, which the program loads when it starts, and which you may replace with others of
the same interface, for example with ones that you have built from changed sources of the version
named below. Lay the changed file over the one of the same name (in {place}) and start the program:
nothing in it refuses a replaced library. The command "verify" will then name that file as changed;
it informs, and never keeps the program from starting. Who receives the program may study how it
works with these libraries, and debug such changes, as section 4 of that licence asks."""
_PLACES = {
    "linux": "lib/PySide6, its folder Qt/lib, and lib/shiboken6",
    "windows": "lib\\PySide6 and lib\\shiboken6",
}


_CHANGED = {
    "linux": (
        "The libraries are as their makers built them, with three exceptions: names for debuggers were "
        "taken out, the interpreter looks for libraries in this folder, and ICU's data has no languages "
        "but English and Hindi. None of it is needed for a replacement."
    ),
    "windows": "The libraries are as their makers built them.",
}


def collect(root: Path, inventory: Inventory) -> None:
    """Lay all texts under `<root>/licenses`, and the index over them.

    Raises BuildError for a part without a text, and for one name with two contents.
    """
    laid: dict[str, bytes] = {}
    for part in inventory.parts:
        if not part.texts:
            raise BuildError(f"{part.name} has no licence text: name one in packaging/licenses/parts.toml.")
        for text in (*part.texts, *map(kept_text, _texts_inside(part))):
            if laid.setdefault(text.name, text.content) != text.content:
                raise BuildError(f"Two licence texts would both be {text.name}.")
    laid[INDEX] = "\n".join(_index(inventory)).encode("utf-8") + b"\n"
    for name, content in laid.items():
        target = root / LICENCES / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def nested_texts(nested: tuple[Nested, ...], of: str) -> list[str]:
    """The kept texts of what was compiled into a package; a choice between licences is met by one of them.

    Raises BuildError for a licence that has no kept text.
    """
    names: set[str] = set()
    for each in nested:
        known = {term for term in _TERM.findall(each.licence) if term in _KEPT}
        if not _is_met(each.licence, known):
            raise BuildError(f"No kept text is of {each.licence}, the licence of {each.name} in {of}.")
        names |= {f"{term}.txt" for term in known}
    return sorted(names)


def _texts_inside(part: Part) -> list[str]:
    """Those of what a package of Python was compiled with; other parts bring such texts themselves."""
    return nested_texts(part.nested, part.name) if part.purl.startswith("pkg:pypi/") else []


def _is_met(licence: str, known: set[str]) -> bool:
    """Whether the known licences are enough for an expression of several."""
    words = {"AND": "and", "OR": "or", "WITH": "and"}
    truths = _TERM.sub(lambda found: words.get(found[0], str(found[0] in known)), licence)
    return _truth(ast.parse(truths.strip(), mode="eval").body)


def _truth(tree: ast.expr) -> bool:
    if isinstance(tree, ast.BoolOp):
        each = (_truth(value) for value in tree.values)
        return all(each) if isinstance(tree.op, ast.And) else any(each)
    return isinstance(tree, ast.Constant) and tree.value is True


def _index(inventory: Inventory) -> Iterator[str]:
    installed = inventory.installed
    title = f"Licences of the parts of Agency Counter {installed['version']} ({installed['system']})"
    yield from (title, "=" * len(title), "")
    yield from wrap(" ".join(_REPLACING.format(place=_PLACES[installed["system"]]).split()), _WIDTH)
    yield from ("", *wrap(_CHANGED[installed["system"]], _WIDTH), "")
    yield from wrap(
        f"The {len(inventory.parts)} parts follow by name. The texts lie in this folder; sbom.cdx.json in "
        "the folder above tells the same to programs, with the files of each part.",
        _WIDTH,
    )
    for part in inventory.parts:
        yield from _entry(part)


def _entry(part: Part) -> Iterator[str]:
    yield from ("", f"{part.name} {part.version}".rstrip(), f"  Licence: {part.licence}")
    yield from _field("Texts", sorted({text.name for text in part.texts}))
    yield from _field("Source", [part.source])
    inside = [f"{each.name} {each.version} ({each.licence})" for each in part.nested]
    if inside:
        yield from _field("Contains", inside)
        yield from _field("Their texts", [f"common/{name}" for name in _texts_inside(part)])


def _field(name: str, values: list[str]) -> list[str]:
    if not values:
        return []
    return wrap(f"  {name}: {', '.join(values)}", _WIDTH, subsequent_indent="    ", break_on_hyphens=False)

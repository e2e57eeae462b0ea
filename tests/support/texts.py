"""Which words of the source reach a person past the catalogue, and which are given to it wrongly."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from string import Formatter

_COUNTED = frozenset({"trn", "markn"})
SAID = frozenset({"tr", "mark"}) | _COUNTED
_SQL = re.compile(r"(?:SELECT|INSERT|DELETE|UPDATE|CREATE|SET|DO|LISTEN) [\w\"$*]|to_regnamespace\(")
"""How a question to a database begins."""
_INNER = frozenset(
    {
        # names of things, which nobody reads
        *(
            "setObjectName",
            "setProperty",
            "property",
            "find",
            "findChild",
            "start",
            "create_task",
            "hand_to_loop",
        ),
        *(
            "cast",
            "frozenset",
            "TypeVar",
            "ParamSpec",
            "NewType",
            "getLogger",
            "getattr",
            "setattr",
            "Literal",
            "namedtuple",
        ),
        # what is written down for whoever looks after the program
        *("debug", "info", "warning", "error", "exception", "critical", "log"),
        # what is compared or taken apart, and not shown
        *("startswith", "endswith", "removeprefix", "removesuffix", "compile", "match", "search", "sub"),
        *("fullmatch", "split", "partition", "rpartition", "normalize", "strptime", "strftime", "maketrans"),
        # keys, looks, files
        *("QKeySequence", "setStyle", "QFont", "open", "resource", "getenv", "environ"),
    }
)
_QUIET_ERRORS = frozenset(
    {
        "ValueError",
        "TypeError",
        "RuntimeError",
        "KeyError",
        "AssertionError",
        "LookupError",
        "OSError",
        "PdfiumError",
    }
)
"""The language's own: what a person is told is told by errors of ours."""
_PROPER_NAMES = frozenset(
    {
        *("Agency Counter", "Counter Sans", "Counter Mono", "Noto Sans", "Segoe UI"),
        *("Fusion", "WebP", "PDFium"),
    }
)
_KEY = re.compile(
    r"(?:(?:Ctrl|Alt|Shift|\u21e7|[\u2190-\u21ff])[ +])*"
    r"(?:[A-Z0-9]|F\d+|Enter|Return|Esc|Escape|Tab|Space|Delete|Del|Home|End|Left|Right|Up|Down|[\u2190-\u21ff])"
)
_CODE = re.compile(
    r"[A-Z0-9_ ./+|:-]+|[\sA-F0-9]+|\d+ mm|[\w*-]+\.\w{2,4}|[\w-]+/[\w.+-]+|(?:[A-Z][a-z]+){2,}"
)
"""Constants of the wire and of formats, colours, file names, media types, names of classes."""
_STYLE = re.compile(r"[\w-]+\s*:[^;]*;")


@dataclass(frozen=True, slots=True)
class Finding:
    """A place where words escape, and how."""

    path: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what}"


@dataclass
class _Reader:
    """One module, each node beside what it stands in."""

    path: str
    tree: ast.Module
    unread: frozenset[str]
    parents: dict[ast.AST, ast.AST] = field(default_factory=dict[ast.AST, ast.AST])
    said: set[str] = field(default_factory=set[str])
    """Under which names the module has what says texts."""

    def __post_init__(self) -> None:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom) and node.module == "app.core.language":
                self.said |= {each.name for each in node.names} & SAID
            for child in ast.iter_child_nodes(node):
                self.parents[child] = node

    def around(self, node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
        """What the node stands in and as which part, from the inside out, up to around its statement."""
        is_inside = True
        while node in self.parents and is_inside:
            is_inside = not isinstance(node, ast.stmt)
            yield self.parents[node], node
            node = self.parents[node]


def findings(path: str, source: str, unread: frozenset[str] = frozenset()) -> list[Finding]:
    """Every place of a module where words reach a person in one language only, or are said wrongly.

    What is `unread` is let pass: words for no person, as they stand in the source.
    """
    reader = _Reader(path, ast.parse(source), unread)
    found = [
        Finding(path, getattr(node, "lineno", 0), what)
        for node in ast.walk(reader.tree)
        for what in (*_escapes(reader, node), *_said_wrongly(reader, node))
    ]
    return sorted(found, key=lambda each: each.line)


def _escapes(reader: _Reader, node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        is_read = node.value not in reader.unread and not _SQL.match(node.value)
        if is_read and _is_words(node.value) and not _is_inner(reader, node):
            yield f"not said: {node.value!r}"
    elif isinstance(node, ast.JoinedStr):
        # A number stands for what is not known here.
        text = "".join(str(each.value) if isinstance(each, ast.Constant) else "0" for each in node.values)
        is_read = ast.unparse(node)[2:-1] not in reader.unread and not _SQL.match(text)
        if is_read and _is_words(text, fewest=1) and not _is_inner(reader, node):
            yield f"put together: {ast.unparse(node)}"
    elif isinstance(node, ast.BinOp) and (_is_said(reader, node.left) or _is_said(reader, node.right)):
        yield f"joined by an operator: {ast.unparse(node)}"


def _said_wrongly(reader: _Reader, node: ast.AST) -> Iterator[str]:
    if not isinstance(node, ast.Call) or not _is_said(reader, node):
        return
    name = _name(node.func)
    forms = node.args[: 2 if name in _COUNTED else 1]
    literal = [each.value for each in forms if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    is_looked_up = name == "tr" and not _is_made(forms[0])
    if len(literal) < len(forms) and not is_looked_up:
        yield f"not a plain text: {ast.unparse(node)}"
    given = {each.arg for each in node.keywords}
    if (name == "mark" and not given) or None in given or len(literal) < len(forms):
        return
    named = {each for text in literal for each in _fields(text)}
    if named - {"number"} != given - {"number"} or (name not in _COUNTED and named != given):
        yield f"names {sorted(named)}, given {sorted(str(each) for each in given)}: {ast.unparse(node)}"


def _fields(text: str) -> Iterator[str]:
    for _, name, _, _ in Formatter().parse(text):
        if name is not None:
            yield name


def _is_made(node: ast.AST) -> bool:
    """Whether it makes a text here, which no catalogue has: one that is looked up was marked."""
    if isinstance(node, ast.IfExp):
        return _is_made(node.body) or _is_made(node.orelse)
    return isinstance(node, ast.Constant | ast.JoinedStr | ast.BinOp)


def _is_said(reader: _Reader, node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in reader.said


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _is_words(text: str, fewest: int = 2) -> bool:
    """Whether somebody may be meant to read it: two words, or one that begins as sentences do."""
    has_letters = re.search(rf"[A-Za-z]{{{fewest}}}", text) is not None
    return has_letters and (" " in text.strip() or text[0].isupper()) and not is_code(text)


def is_code(text: str) -> bool:
    """Whether it is a key, a number or name of the wire, or a name that is the same everywhere."""
    kinds = (_KEY, _CODE)
    return (
        text in _PROPER_NAMES
        or any(kind.fullmatch(text) for kind in kinds)
        or _STYLE.search(text) is not None
    )


def _is_inner(reader: _Reader, node: ast.AST) -> bool:
    """Whether it goes through the catalogue, or nobody is shown it."""
    if isinstance(reader.parents[node], ast.Expr | ast.JoinedStr | ast.FormattedValue | ast.Compare):
        return True
    return any(_is_hidden(outer, inner) for outer, inner in reader.around(node))


def _is_hidden(outer: ast.AST, inner: ast.AST) -> bool:
    """Whether this part of a node is read by the program alone."""
    match outer:
        case ast.Call(func=func):
            hidden = inner is not func and _name(func) in SAID | _INNER | _QUIET_ERRORS
            hidden = hidden or (inner is func and _name(func) == "split")
        case ast.ClassDef(bases=bases):
            hidden = any(_name(each).endswith("Enum") for each in bases)
        case ast.Dict(keys=keys):
            hidden = inner in keys
        case ast.Subscript(slice=part) | ast.AnnAssign(annotation=part) | ast.arg(annotation=part):
            hidden = inner is part
        case ast.FunctionDef(returns=part) | ast.AsyncFunctionDef(returns=part):
            hidden = inner is part
        case ast.Assign(targets=targets):
            hidden = any(_name(each) == "__all__" for each in targets)
        case _:
            hidden = isinstance(outer, ast.MatchValue | ast.Assert | ast.Set)
    return hidden

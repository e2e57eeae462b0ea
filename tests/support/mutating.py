"""Small changes of a module that should not pass its tests, made on its syntax tree."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import cast

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
# What only says something to a person: the words of an error and of the log are for other eyes.
_SAYING = {"info", "warning", "exception", "debug", "getLogger"}
_NAMED = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Mutant:
    """One change: where, what it is in words, and the source with it."""

    lines: range
    """Of the statement, or of its head, as they are numbered in the module."""
    place: str
    """The names of the classes and functions around it, with dots."""
    change: str
    source: str
    is_in_function: bool
    """Else it is carried out while the module is imported."""


@dataclass(frozen=True)
class _Place:
    """A node in the tree, by its place in the order of the walk, and a change of it."""

    index: int
    change: str
    apply: Callable[[ast.AST, ast.AST | None], None]


def mutants(source: str) -> Iterator[Mutant]:
    """Every single change of the module; each is a whole source that can be compiled."""
    tree = ast.parse(source)
    left_out = _left_out(tree)
    texts = [ast.unparse(statement) for statement in tree.body]
    for number, statement in enumerate(tree.body):
        # Most of a module stays as it is.
        before, after = "\n".join(texts[:number]), "\n".join(texts[number + 1 :])
        for mutant in _mutants_of(statement, left_out):
            yield replace(mutant, source=f"{before}\n{mutant.source}\n{after}")


def _mutants_of(statement: ast.stmt, left_out: set[int]) -> Iterator[Mutant]:
    """The changes of one statement of a module; the source is that of the statement alone."""
    alone = ast.Module([statement], [])
    original = list(ast.walk(alone))
    parents = _parents(original)
    for place in _places(original, left_out):
        changed = list(ast.walk(copy.deepcopy(alone)))
        node = changed[place.index]
        place.apply(node, _parents(changed).get(id(node)))
        above = list(_above(original[place.index], parents))
        inner = next(each for each in above if isinstance(each, ast.stmt))
        text = ast.unparse(ast.fix_missing_locations(changed[0]))
        names = [each.name for each in reversed(above) if isinstance(each, _NAMED)]
        yield Mutant(_lines(inner), ".".join(names), place.change, text, _is_in_function(above))


def _parents(nodes: Iterable[ast.AST]) -> dict[int, ast.AST]:
    return {id(child): node for node in nodes for child in ast.iter_child_nodes(node)}


def _above(node: ast.AST, parents: Mapping[int, ast.AST]) -> Iterator[ast.AST]:
    """The node and everything around it."""
    found: ast.AST | None = node
    while found is not None:
        yield found
        found = parents.get(id(found))


def _is_in_function(above: Sequence[ast.AST]) -> bool:
    """Whether it is in the body of a function; what a parameter is without an argument is not."""
    return any(
        isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef) and inner in outer.body
        for inner, outer in pairwise(above)
    )


def _lines(statement: ast.stmt) -> range:
    """The lines of a statement without those of its body."""
    body: list[ast.stmt] = getattr(statement, "body", [])
    end = body[0].lineno - 1 if body else statement.end_lineno
    return range(statement.lineno, max(end or 0, statement.lineno) + 1)


def _places(nodes: Sequence[ast.AST], left_out: set[int]) -> Iterator[_Place]:
    for index, node in enumerate(nodes):
        if id(node) in left_out:
            continue
        for change, is_for, apply in _CHANGES:
            if is_for(node):
                yield _Place(index, f"{change}: {_excerpt(node)}", apply)
        if isinstance(node, ast.Set) and len(node.elts) > 1:
            for number, element in enumerate(node.elts):
                yield _Place(index, f"without {_excerpt(element)}", partial(_drop_element, number))


def _left_out(tree: ast.Module) -> set[int]:
    """Nodes whose change means nothing: imports, annotations, docstrings, words for people, protocols."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if _is_without_meaning(node):
            found |= _below(node)
        elif isinstance(node, ast.Raise):
            # That something is raised counts, and not in which words: the raise goes as a whole.
            found |= _below(node) - {id(node)}
        for part in _beside(node):
            found |= _below(part)
    return found


def _is_without_meaning(node: ast.AST) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
            return True
        case (
            ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))) | ast.Call(func=ast.Attribute(attr=name))
        ):
            return name in _SAYING
        case ast.If(body=body, orelse=other):
            return all(map(_is_without_meaning, (*body, *other)))
        case ast.ClassDef(bases=bases):
            return any(getattr(base, "id", "") == "Protocol" for base in bases)
        case ast.Assign(targets=[target], value=value):
            # The words of an error that is raised in the next line.
            return getattr(target, "id", "") == "message" or _is_about_types(value)
        case _:
            return False


def _beside(node: ast.AST) -> Iterator[ast.AST]:
    """Its annotations and decorators, and the type of a cast."""
    yield from (each for name in ("annotation", "returns") if (each := getattr(node, name, None)))
    yield from getattr(node, "decorator_list", ())
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "cast":
        yield node.args[0]


def _is_about_types(value: ast.expr) -> bool:
    """Whether a value is a name for a type, such as `Callable[[int], None]` or `A | B`."""
    if isinstance(value, ast.Subscript):
        return getattr(value.value, "id", "") in {"Callable", "Mapping", "MappingProxyType", "tuple"}
    is_union = isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr)
    return is_union or (isinstance(value, ast.Call) and getattr(value.func, "id", "") == "TypeVar")


def _below(node: ast.AST) -> set[int]:
    return {id(each) for each in ast.walk(node)}


def _replace(parent: ast.AST | None, old: ast.AST, new: ast.AST) -> None:
    if parent is None:
        return
    for name, value in ast.iter_fields(parent):
        if value is old:
            setattr(parent, name, new)
        elif isinstance(value, list):
            items = cast("list[object]", value)
            items[:] = [new if each is old else each for each in items]


def _other_comparison(node: ast.AST, _: ast.AST | None) -> None:
    assert isinstance(node, ast.Compare)
    node.ops = [_COMPARISONS[type(node.ops[0])]()]


def _other_operator(node: ast.AST, _: ast.AST | None) -> None:
    assert isinstance(node, ast.BinOp)
    node.op = _OPERATORS[type(node.op)]()


def _other_junction(node: ast.AST, _: ast.AST | None) -> None:
    assert isinstance(node, ast.BoolOp)
    node.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()


def _without_not(node: ast.AST, parent: ast.AST | None) -> None:
    assert isinstance(node, ast.UnaryOp)
    _replace(parent, node, node.operand)


def _always(node: ast.AST, _: ast.AST | None) -> None:
    assert isinstance(node, ast.If | ast.While | ast.IfExp)
    node.test = ast.Constant(value=True)


def _never(node: ast.AST, _: ast.AST | None) -> None:
    assert isinstance(node, ast.If | ast.While | ast.IfExp)
    node.test = ast.Constant(value=False)


def _other_truth(node: ast.AST, _: ast.AST | None) -> None:
    assert isinstance(node, ast.Constant)
    node.value = not node.value


def _one_more(node: ast.AST, _: ast.AST | None) -> None:
    assert isinstance(node, ast.Constant)
    assert isinstance(node.value, int | float)
    node.value = node.value + 1


def _other_text(node: ast.AST, _: ast.AST | None) -> None:
    assert isinstance(node, ast.Constant)
    node.value = node.value + "~" if isinstance(node.value, str) else b"~"


def _gives_nothing(node: ast.AST, _: ast.AST | None) -> None:
    assert isinstance(node, ast.Return)
    node.value = ast.Constant(value=None)


def _left_away(node: ast.AST, parent: ast.AST | None) -> None:
    _replace(parent, node, ast.Pass())


def _other_jump(node: ast.AST, parent: ast.AST | None) -> None:
    _replace(parent, node, ast.Continue() if isinstance(node, ast.Break) else ast.Break())


def _drop_element(number: int, node: ast.AST, _: ast.AST | None) -> None:
    assert isinstance(node, ast.Set)
    del node.elts[number]


def _has_condition(node: ast.AST) -> bool:
    """Whether it decides by a condition that is not written as always true."""
    return isinstance(node, ast.If | ast.While | ast.IfExp) and not isinstance(node.test, ast.Constant)


def _is_step(node: ast.AST) -> bool:
    """Whether it does something, so that leaving it out should be noticed."""
    is_call = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Await)
    return is_call or isinstance(node, ast.Raise | ast.AugAssign)


def _is_nothing(value: ast.expr | None) -> bool:
    """Whether it is already empty or false, which cannot be distinguished."""
    return value is None or (isinstance(value, ast.Constant) and not value.value)


def _is_constant_of(node: ast.AST, *kinds: type) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in kinds


_CHANGES: tuple[tuple[str, Callable[[ast.AST], bool], Callable[[ast.AST, ast.AST | None], None]], ...] = (
    (
        "other comparison",
        lambda node: isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARISONS,
        _other_comparison,
    ),
    (
        "other operator",
        lambda node: isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS,
        _other_operator,
    ),
    ("and for or", lambda node: isinstance(node, ast.BoolOp), _other_junction),
    (
        "without not",
        lambda node: isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not),
        _without_not,
    ),
    ("always", _has_condition, _always),
    ("never", _has_condition, _never),
    ("other truth", lambda node: _is_constant_of(node, bool), _other_truth),
    ("one more", lambda node: _is_constant_of(node, int, float), _one_more),
    ("other text", lambda node: _is_constant_of(node, str, bytes), _other_text),
    (
        "gives nothing",
        lambda node: isinstance(node, ast.Return) and not _is_nothing(node.value),
        _gives_nothing,
    ),
    ("left out", _is_step, _left_away),
    ("break for continue", lambda node: isinstance(node, ast.Break | ast.Continue), _other_jump),
)


def _excerpt(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 70 else f"{text[:67]}..."

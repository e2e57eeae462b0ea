"""The conditions of a requirement, such as `sys_platform == 'win32'`, for the system that is built for."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from installers.locks import canonical

_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[([^\]]*)\])?([^;]*)(?:;(.*))?", re.DOTALL)
_COMPARE: dict[type[ast.cmpop], Callable[[object, object], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.In: lambda part, whole: str(part) in str(whole),
    ast.NotIn: lambda part, whole: str(part) not in str(whole),
}
_ORDER: dict[type[ast.cmpop], Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


@dataclass(frozen=True)
class Requirement:
    """What a package asks for: the normalised name, the extras of it, and under which condition."""

    name: str
    extras: tuple[str, ...]
    condition: str


def requirement(text: str) -> Requirement:
    """The requirement as it stands in a package's metadata. Raises ValueError when it is none."""
    found = _REQUIREMENT.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no requirement.")
    name, extras, _, condition = found.groups()
    wanted = tuple(each.strip() for each in (extras or "").split(",") if each.strip())
    return Requirement(canonical(name), wanted, (condition or "").strip())


def environment(system: str, python: str) -> dict[str, str]:
    """The values that conditions ask about, of `linux` or `windows` with that version of CPython."""
    windows = system == "windows"
    return {
        "extra": "",
        "implementation_name": "cpython",
        "os_name": "nt" if windows else "posix",
        "platform_machine": "AMD64" if windows else "x86_64",
        "platform_python_implementation": "CPython",
        "platform_system": "Windows" if windows else "Linux",
        "python_full_version": python,
        "python_version": ".".join(python.split(".")[:2]),
        "sys_platform": "win32" if windows else "linux",
    }


def holds(condition: str, values: dict[str, str], extras: Iterable[str] = ("",)) -> bool:
    """Whether the condition holds for one of the extras. Raises ValueError when it cannot be read."""
    if not condition:
        return True
    try:
        tree = ast.parse(condition, mode="eval").body
        return any(_true(tree, {**values, "extra": extra}) for extra in extras)
    except (SyntaxError, KeyError) as error:
        raise ValueError(f"The condition {condition!r} cannot be read.") from error


def _true(tree: ast.expr, values: dict[str, str]) -> bool:
    match tree:
        case ast.BoolOp(op=ast.And()):
            return all(_true(each, values) for each in tree.values)
        case ast.BoolOp():
            return any(_true(each, values) for each in tree.values)
        case ast.Compare(ops=[op], comparators=[right]):
            return _compares(type(op), _value(tree.left, values), _value(right, values))
        case _:
            raise KeyError(ast.dump(tree))


def _value(tree: ast.expr, values: dict[str, str]) -> str:
    match tree:
        case ast.Name():
            return values[tree.id]
        case ast.Constant(value=str() as value):
            return value
        case _:
            raise KeyError(ast.dump(tree))


def _compares(op: type[ast.cmpop], left: str, right: str) -> bool:
    if op in _ORDER:
        return _ORDER[op](_numbers(left), _numbers(right))
    if op not in _COMPARE:
        raise KeyError(op.__name__)
    return _COMPARE[op](left, right)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(each) for each in re.findall(r"\d+", version))

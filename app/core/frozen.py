"""Values: fixed once they are made, equal by their fields, and defined in a third of a dataclass's time.

Some three hundred of them are defined before the first list is on screen. A frozen and slotted `dataclass`
compiles six functions for each; here one compilation makes the two that depend on the fields by number.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

_Value = TypeVar("_Value")
_METHODS = """
class {name}:
    def __init__({parameters}):
        {stored}
    def __eq__(self, other):
        return ({ours}) == ({theirs}) if other.__class__ is self.__class__ else NotImplemented
    def __hash__(self):
        return hash(({hashed}))
"""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[_Value]) -> type[_Value]:
    """The class as a value: in all that the program asks of one, `@dataclass(frozen=True, slots=True)`.

    `dataclasses` knows its fields, so `replace`, `fields` and `asdict` take its values.
    """
    found = _fields(cls)
    inherited = {name for base in cls.__mro__[1:] for name in getattr(base, "__slots__", ())}
    own = tuple(each.name for each in found if each.name not in inherited)
    left_out = {*(each.name for each in found), "__dict__", "__weakref__"}
    space = {name: what for name, what in vars(cls).items() if name not in left_out}
    names: dict[str, Any] = {"_MISSING": MISSING}
    for name, method in _methods(cls, found, names).items():
        # A class that defines equality alone has None for its hash.
        if space.get(name) is None:
            space[name] = method
    space.setdefault("__repr__", _repr)
    space |= {"__slots__": own, "__qualname__": cls.__qualname__}
    # What has slots is another class: those of one that exists cannot be changed.
    made = type(cls)(cls.__name__, cls.__bases__, space | _REFUSED)
    names |= {f"_store_{each.name}": getattr(made, each.name).__set__ for each in found}
    return made


def _fields(cls: type[Any]) -> tuple[Field[Any], ...]:
    """What `dataclasses` reads from the class and those that it derives from."""
    return fields(dataclass(init=False, repr=False, eq=False)(cls))


def _methods(cls: type[Any], found: tuple[Field[Any], ...], names: dict[str, Any]) -> dict[str, Any]:
    """By name, the methods in which each field stands; `names` are their globals, with what stores each."""
    parameters, by_name, stored = ["self"], list[str](), list[str]()
    for each in found:
        name, given = each.name, each.name
        default = f"_default_of_{name}"
        if each.default_factory is not MISSING:
            names[default] = each.default_factory
            given = f"{default}() if {name} is _MISSING else {name}" if each.init else f"{default}()"
            parameter = f"{name}=_MISSING"
        elif each.default is not MISSING:
            names[default] = each.default
            parameter = f"{name}={default}"
        else:
            parameter = name
        if each.init:
            (by_name if each.kw_only else parameters).append(parameter)
        if each.init or default in names:
            stored.append(f"_store_{name}(self, {given})")
    if hasattr(cls, "__post_init__"):
        stored.append("self.__post_init__()")
    compared = [each.name for each in found if each.compare]
    source = _METHODS.format(
        name=cls.__name__,
        parameters=", ".join([*parameters, *(["*", *by_name] if by_name else [])]),
        stored="; ".join(stored) or "pass",
        ours=_each_of("self", compared),
        theirs=_each_of("other", compared),
        hashed=_each_of("self", [each.name for each in found if _is_hashed(each)]),
    )
    exec(source, names)
    return {name: vars(names[cls.__name__])[name] for name in ("__init__", "__eq__", "__hash__")}


def _is_hashed(each: Field[Any]) -> bool:
    return each.compare if each.hash is None else each.hash


def _each_of(whose: str, names: list[str]) -> str:
    return "".join(f"{whose}.{name}, " for name in names)


def _repr(self: Any) -> str:
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refuse(_self: object, name: str, *_value: object) -> None:
    message = f"cannot change field {name!r}"
    raise FrozenInstanceError(message)


_REFUSED = {"__setattr__": _refuse, "__delattr__": _refuse}

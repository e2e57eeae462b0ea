"""Reads fields strictly: every problem of a request is found, and unknown fields are problems too."""

from __future__ import annotations

import re
from binascii import Error as Base64Error
from binascii import a2b_base64
from collections.abc import Mapping
from datetime import date
from typing import TypeVar, cast

from app.practice.protocol.errors import FieldProblem, RequestRefusedError

PROOF_LIMIT = 2_000_000
LARGEST_NUMBER = 2**63 - 1
_Value = TypeVar("_Value")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
EMAIL = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}", re.ASCII
)
PHONE = re.compile(r"[0-9]{8,15}", re.ASCII)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


class Form:
    """The fields of one JSON object. Each method returns the value, or a default after noting a problem."""

    def __init__(self, values: Mapping[str, object], prefix: str = "") -> None:
        self._values = values
        self._prefix = prefix
        self._asked: set[str] = set()
        self.problems: list[FieldProblem] = []

    def note(self, field: str, message: str) -> None:
        """Add a problem."""
        self.problems.append(FieldProblem(f"{self._prefix}{field}", message))

    def has(self, field: str) -> bool:
        """Whether a field is there; it then counts as known."""
        self._asked.add(field)
        return field in self._values

    def text(self, field: str, longest: int = 100) -> str:
        """A string of 1 to `longest` characters, not blank and without control characters."""
        value = self._value(field, str)
        if value and (not value.strip() or len(value) > longest or _CONTROL.search(value)):
            self.note(field, f"A text of 1 to {longest} characters is needed.")
            return ""
        if value == "":
            self.note(field, "The text is empty.")
        return value or ""

    def matching(self, field: str, pattern: re.Pattern[str], message: str) -> str:
        """A string that the pattern matches completely."""
        value = self._value(field, str)
        if value is not None and not pattern.fullmatch(value):
            self.note(field, message)
        return value or ""

    def email(self, field: str) -> str:
        """A string in the general form of an e-mail address."""
        return self.matching(field, EMAIL, "An e-mail address is needed.")

    def phone(self, field: str) -> str:
        """8 to 15 digits."""
        return self.matching(field, PHONE, "8 to 15 digits are needed, nothing else.")

    def whole(self, field: str, least: int = 1, most: int = LARGEST_NUMBER) -> int:
        """An integer in a range; true is not 1."""
        value = self._value(field, int)
        if value is not None and not least <= value <= most:
            self.note(field, f"A whole number from {least} to {most} is needed.")
        return least if value is None else value

    def day(self, field: str) -> date:
        """A date written YYYY-MM-DD."""
        value = self._value(field, str)
        try:
            if value is not None and _DAY.fullmatch(value):
                return date.fromisoformat(value)
        except ValueError:
            value = ""
        if value is not None:
            self.note(field, "A date as YYYY-MM-DD is needed.")
        return date.max

    def choice(self, field: str, options: tuple[str, ...]) -> str:
        """One of a few values, exactly."""
        value = self._value(field, str)
        if value is not None and value not in options:
            self.note(field, f"One of {', '.join(options)} is needed.")
        return value or ""

    def proof(self, field: str) -> bool:
        """Whether there is a document in Base64, shorter than the limit of interface part 8."""
        value = self._value(field, str)
        good = value is not None and _is_base64(value)
        if value is not None and not good:
            self.note(field, f"Base64 of fewer than {PROOF_LIMIT} characters is needed.")
        return good

    def objects(self, field: str) -> tuple[Mapping[str, object], ...]:
        """An array of objects."""
        values = self._values_of(field)
        found = tuple(cast("dict[str, object]", each) for each in values if isinstance(each, dict))
        if len(found) != len(values):
            self.note(field, "An array of objects is needed.")
        return found

    def ids(self, field: str) -> tuple[int, ...]:
        """An array of different integers, at least one."""
        values = self._values_of(field)
        found = tuple(each for each in values if type(each) is int and 1 <= each <= LARGEST_NUMBER)
        if not found or len(set(found)) != len(values):
            self.note(field, "An array of different whole numbers is needed.")
        return found

    def take_over(self, part: Form) -> None:
        """Add the problems of a form inside this one, unknown fields among them."""
        self.problems.extend(part.all_problems())

    def all_problems(self) -> tuple[FieldProblem, ...]:
        """The problems, with one more for unknown fields; none of them quotes a value."""
        if self._values.keys() <= self._asked:
            return tuple(self.problems)
        return (
            *self.problems,
            FieldProblem(f"{self._prefix}*", "There is a field that this call does not know."),
        )

    def finish(self) -> None:
        """Raises RequestRefusedError with all problems."""
        problems = self.all_problems()
        if problems:
            raise RequestRefusedError(
                "VALIDATION_FAILED", f"{problems[0].field}: {problems[0].message}", problems
            )

    def _value(self, field: str, kind: type[_Value]) -> _Value | None:
        """The value of exactly this type, or None after noting what is wrong."""
        if not self.has(field):
            self.note(field, "The field is missing.")
            return None
        value = self._values[field]
        if type(value) is not kind:
            self.note(field, "The value has the wrong type.")
            return None
        return value

    def _values_of(self, field: str) -> list[object]:
        """The members of an array, none when it is missing or no array."""
        return cast("list[object] | None", self._value(field, list)) or []


def _is_base64(text: str) -> bool:
    try:
        return 0 < len(text) < PROOF_LIMIT and len(a2b_base64(text.encode("ascii"), strict_mode=True)) > 0
    except (Base64Error, UnicodeEncodeError):
        return False

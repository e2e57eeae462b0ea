"""Who decides about an outcome that is not known: one person, two by name, or two clerks by PIN."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Protocol

from app.core.language import tr
from app.desk.model.errors import DeskError
from app.desk.model.office_rules import OfficeRules
from app.desk.model.person_names import bare_name
from app.desk.model.sale import Advice
from app.desk.payment.unknown_outcome_values import Decision


class Clerks(Protocol):
    """The clerks of the office, as far as a decision asks for them."""

    @property
    def has_clerks(self) -> bool:
        """Whether there are clerks."""
        ...

    async def names_of(self, pins: Mapping[str, str]) -> Mapping[str, str]:
        """The names of the clerks with these PINs, each by its field. Raises DeskError."""
        ...


class Deciders:
    """Replaces the PINs of a decision by names, where the agency wants two people and has clerks."""

    def __init__(self, rules: OfficeRules, clerks: Callable[[], Clerks]) -> None:
        self._rules = rules
        self._clerks = clerks

    @property
    def asks_two(self) -> bool:
        """Whether a second person must agree."""
        return self._rules.asks_two

    @property
    def asks_pins(self) -> bool:
        """Whether two clerks must give their PINs; typed names are not taken then."""
        return self._rules.asks_two and self._clerks().has_clerks

    async def named(self, decision: Decision) -> Decision:
        """The decision with the names of two clerks; unchanged where no PINs are asked for.

        Raises DeskError, about the field "by" or "second", for a PIN that is missing or of no clerk, and for
        the same one twice.
        """
        if not self.asks_pins:
            return decision
        pins: dict[str, str] = dict(zip(("by", "second"), decision.pins or ("", ""), strict=True))
        for field, pin in pins.items():
            if not pin:
                raise DeskError(Advice("", "", tr("Type the PIN."), field=field))
        names = await self._clerks().names_of(pins)
        if names["by"] == names["second"]:
            raise DeskError(Advice("", "", tr("A second clerk must type another PIN."), field="second"))
        return replace(decision, by=names["by"], second=names["second"], pins=None)

    async def second(self, by: str, typed: str) -> str:
        """The name of the second person beside a clerk: as typed, or that of a PIN where clerks have one.

        Raises DeskError, about the field "second", for a PIN of no clerk, and for the same person.
        """
        if not self.asks_pins:
            return typed.strip()
        name = (await self._clerks().names_of({"second": typed}))["second"]
        if bare_name(name) == bare_name(by):
            raise DeskError(Advice("", "", tr("A second clerk must type another PIN."), field="second"))
        return name

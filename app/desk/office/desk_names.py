"""The name of this desk among those of the office, such as "Front", in place of its number."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from app.core.language import tr
from app.desk.model.errors import DeskError
from app.desk.model.person_names import bare_name
from app.desk.model.sale import Advice
from app.desk.office.office_database import NoOfficeError, OfficeDatabase

if TYPE_CHECKING:
    from app.store.office.office import Office

LONGEST_NAME = 40


class DeskNames:
    """The names; sales, readings and changes are stored with the number, which never changes."""

    def __init__(self, office: OfficeDatabase, desk: str) -> None:
        self._office = office
        self._desk = desk

    @property
    def own(self) -> str:
        """The name of this desk as last read; empty while it has none, and others see its number."""
        name = self._office.name_of(self._desk)
        return "" if name == self._desk else name

    async def read(self) -> None:
        """Read the names of all desks. Raises DeskError."""
        from app.store.office.office import OfficeError

        try:
            with suppress(NoOfficeError):
                await self._office.read_names()
        except OfficeError as error:
            raise DeskError(Advice(str(error), "", "")) from error

    async def rename(self, typed: str) -> None:
        """Give this desk another name. Raises DeskError about one that is empty, too long or another desk's.

        A desk whose office's database is away compares it with the names that it knows.
        """
        name = " ".join(typed.split())
        if not bare_name(name) or len(name) > LONGEST_NAME:
            raise DeskError(Advice(tr("A desk needs a name."), "", tr("Type it."), field="desk_name"))
        await self.read()
        if self._office.is_named_elsewhere(name, self._desk):
            what = tr("There is a desk of this name already.")
            raise DeskError(Advice(what, "", tr("Add something that tells them apart."), field="desk_name"))

        def write(office: Office) -> None:
            from app.store.office.desk_names import keep_name

            keep_name(office, self._desk, name)

        from app.store.office.office import OfficeError

        try:
            await self._office.keep(write)
        except (NoOfficeError, OfficeError) as error:
            raise DeskError(Advice(str(error), "", "")) from error
        await self.read()

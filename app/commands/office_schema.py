"""`agency-counter office-schema`: prints SQL that makes an office's database with rights for each desk.

Its output is for the administrator: English, to be read before psql runs it.
"""

from __future__ import annotations

from collections.abc import Callable

from app.lifecycle.office_database import schema_of

Show = Callable[[str], None]


def show_office_schema(profile: str, show: Show = print) -> int:
    """Print the SQL for the database of a profile, live or sandbox. Always returns 0."""
    from app.store.office.office_schema import office_schema

    show(office_schema(schema_of(profile), profile))
    return 0

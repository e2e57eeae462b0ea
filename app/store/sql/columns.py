"""Column types that are the same in SQLite and PostgreSQL: instants, exact amounts, growing numbers."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import BigInteger, Column, DateTime, Dialect, Integer, String, TypeDecorator
from sqlalchemy.types import TypeEngine
from typing_extensions import override

NUMBER = BigInteger().with_variant(Integer(), "sqlite")
"""The number of a row, assigned by the database."""
WORD = String().with_variant(String(collation="C"), "postgresql")
"""A text sorted by code points, which is SQLite's own order."""


class UtcDateTime(TypeDecorator[datetime]):
    """An instant, stored in UTC since SQLite stores no time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    @override
    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    @override
    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=value.tzinfo or UTC).astimezone(UTC)


class Amount(TypeDecorator[Decimal]):
    """An exact amount of money, stored as text since SQLite has no decimal numbers."""

    impl = String
    cache_ok = True

    @override
    def process_bind_param(self, value: Decimal | None, dialect: Dialect) -> str | None:
        return None if value is None else f"{value:f}"

    @override
    def process_result_value(self, value: str | None, dialect: Dialect) -> Decimal | None:
        return None if value is None else Decimal(value)


def filled(kind: type[TypeEngine[Any]], *names: str) -> list[Column[Any]]:
    """Columns of one type that have a value in every row."""
    return [Column(name, kind, nullable=False) for name in names]


def nullable(kind: type[TypeEngine[Any]], *names: str) -> list[Column[Any]]:
    """Columns of one type whose value may be missing."""
    return [Column(name, kind) for name in names]

"""Kinds of columns that SQLite and PostgreSQL keep alike: instants in UTC, exact amounts, growing numbers."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal

from sqlalchemy import BigInteger, DateTime, Dialect, Integer, String, TypeDecorator
from typing_extensions import override

NUMBER = BigInteger().with_variant(Integer(), "sqlite")
"""The number of a row, which the database gives."""
WORD = String().with_variant(String(collation="C"), "postgresql")
"""A text by the order of code points, in which SQLite sorts by itself."""


class UtcDateTime(TypeDecorator[datetime]):
    """An instant, kept in UTC: SQLite keeps no zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    @override
    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    @override
    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=value.tzinfo or UTC).astimezone(UTC)


class Amount(TypeDecorator[Decimal]):
    """An exact amount of money, kept as its text: SQLite knows no decimal numbers."""

    impl = String
    cache_ok = True

    @override
    def process_bind_param(self, value: Decimal | None, dialect: Dialect) -> str | None:
        return None if value is None else f"{value:f}"

    @override
    def process_result_value(self, value: str | None, dialect: Dialect) -> Decimal | None:
        return None if value is None else Decimal(value)

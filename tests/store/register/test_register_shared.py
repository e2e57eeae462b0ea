"""What holds for the register of one desk holds for one that desks share on a real PostgreSQL server."""

from __future__ import annotations

import inspect
from collections.abc import Generator
from types import ModuleType

import pytest

from app.store.register.register import Register
from tests.store.register import test_register, test_register_following
from tests.support.postgres import Postgres, on_postgres
from tests.support.shared_places import postgres_place

pytestmark = on_postgres


@pytest.fixture
def register(postgres: Postgres) -> Generator[Register]:
    """In place of the one in SQLite."""
    place = postgres_place(postgres, postgres.fresh_schema(), "one")
    yield place.register
    place.close()


def _about_any_register(module: ModuleType) -> dict[str, object]:
    """The tests of a module that are about a register, and not about its file."""
    found = inspect.getmembers(module, inspect.isfunction)
    given = {name: inspect.signature(each).parameters for name, each in found if name.startswith("test_")}
    return {
        name: getattr(module, name)
        for name, parameters in given.items()
        if "register" in parameters and "quick_folder" not in parameters
    }


SHARED = _about_any_register(test_register) | _about_any_register(test_register_following)
globals().update(SHARED)


def test_most_of_the_tests_are_about_any_register() -> None:
    assert len(SHARED) > 15

"""What importing the practice package costs, and what it must never know."""

from __future__ import annotations

import subprocess
import sys

import pytest

import app.practice


def modules_after(statement: str) -> set[str]:
    """The modules a fresh interpreter has loaded after a statement."""
    script = f"import sys; {statement}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    return set(done.stdout.split())


def test_the_package_itself_is_light() -> None:
    loaded = modules_after("import app.practice; app.practice.PRACTICE_KEY")
    assert loaded.isdisjoint({"uvicorn", "starlette", "pydantic", "asyncio"})


def test_the_whole_service_knows_nothing_of_the_counter() -> None:
    loaded = modules_after("from app.practice import *")
    assert {"uvicorn", "starlette"} <= loaded
    ours = {name for name in loaded if name.startswith("app.") and not name.startswith("app.practice")}
    assert ours == set()
    assert "PySide6" not in loaded


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        _ = app.practice.Nothing

"""A place for thousands of small folders."""

from __future__ import annotations

import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.store.scenes import fill

_MEMORY = Path("/dev") / "shm"


@pytest.fixture
def quick_folder(tmp_path: Path) -> Generator[Path]:
    """A folder in memory where the system has one: these tests are about bytes, not about a disk."""
    if not _MEMORY.is_dir():
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=_MEMORY) as folder:
        yield Path(folder)


@pytest.fixture
def folder(quick_folder: Path) -> Path:
    """A folder with three settled sales and an open one: eleven entries."""
    fill(quick_folder)
    return quick_folder

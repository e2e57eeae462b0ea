"""Takes away each bound on what a service may send in turn: the hostile answers must find that it is missing.

    python -m tests.benchmarks.hostile_plants

Runs `tests/ui/test_hostile_answers.py` once as it is, which must pass, and with each, which must fail with
the error that the bound prevents; exit status 1 otherwise. The bounds of years, seats and whole numbers are
not among them: it finds nothing without them.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import CodeType

import pytest
from typing_extensions import override

from tests.benchmarks.measuring import SMALLEST

ROOT = Path(__file__).resolve().parents[2]
_RUN = ["-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--prove", "tests/ui/test_hostile_answers.py"]
_FEWEST = ("-k", "item_is_shown and departures")
_FIELDS, _SPELLINGS = "app.api.messages.answer_fields", "app.api.messages.spellings"
PLANTS = {
    "_LONGEST_CUTOFF_DAYS": (_FIELDS, "10**12", "OverflowError"),
    "_LONGEST_CUTOFF_MINUTES": (_FIELDS, "10**15", "OverflowError"),
    "_LARGEST_POWER, _FINEST_POWER": (_SPELLINGS, "400, -400", "InvalidOperation"),
}
"""The module of each bound, a wide value, and the error that it prevents."""


class _PlantedLoader(SourceFileLoader):
    """Loads what reads the fields of answers with another value of one bound."""

    def __init__(self, name: str) -> None:
        self.module, self._value, _ = PLANTS[name]
        super().__init__(self.module, str(ROOT.joinpath(*self.module.split(".")).with_suffix(".py")))
        self._name = name

    @override
    def get_code(self, fullname: str) -> CodeType:
        source = self.get_data(self.path).decode()
        planted = re.sub(rf"^{self._name} = .*$", f"{self._name} = {self._value}", source, flags=re.MULTILINE)
        if planted == source:
            raise KeyError(self._name)
        return compile(planted, self.path, "exec")


def _run_with(name: str, *chosen: str) -> None:
    """Run the spoiled answers with this plant, before anything has imported what it changes."""
    loader = _PlantedLoader(name)
    spec = spec_from_loader(loader.module, loader)
    if spec is None:
        raise ImportError(loader.module)
    sys.modules[loader.module] = module = module_from_spec(spec)
    loader.exec_module(module)
    sys.exit(pytest.main([*_RUN[2:], *chosen]))


def _main(names: Sequence[str], *chosen: str) -> int:
    plain = subprocess.run(
        [sys.executable, *_RUN, *chosen], capture_output=True, text=True, cwd=ROOT, check=False
    )
    if plain.returncode:
        print(f"It fails without a plant:\n{plain.stdout[-2000:]}")
        return 1
    missed = 0
    for name in names:
        prevented = PLANTS[name][2]
        command = [sys.executable, "-m", "tests.benchmarks.hostile_plants", name, *chosen]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
        lines = (line for line in done.stdout.splitlines() if line.startswith("E  "))
        found = next((line for line in lines if prevented in line), "")
        missed += not found
        print(f"{name:<30} {found or f'NOT FOUND: {done.stdout[-600:]}'}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    if sys.argv[1:] == [SMALLEST]:
        sys.exit(_main(list(PLANTS)[:1], *_FEWEST))
    if sys.argv[1:]:
        _run_with(*sys.argv[1:])
    sys.exit(_main(list(PLANTS)))

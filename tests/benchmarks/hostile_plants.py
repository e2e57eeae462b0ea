"""Takes away each bound on what a service may send in turn: the hostile answers must find that it is missing.

    python -m tests.benchmarks.hostile_plants

Runs `tests/ui/test_hostile_answers.py` with each; exit status 1 when one is not found.
"""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import CodeType

import pytest
from typing_extensions import override

ROOT = Path(__file__).resolve().parents[2]
_FIELDS = "app.api.messages.answer_fields"
PLANTS = {
    "_LONGEST_CUTOFF_DAYS": "10**12",
    "_LONGEST_CUTOFF_MINUTES": "10**15",
    "_LARGEST_POWER, _FINEST_POWER": "400, -400",
}
"""The wide value of each bound."""


class _PlantedLoader(SourceFileLoader):
    """Loads the fields of answers with another value of one bound."""

    def __init__(self, name: str) -> None:
        super().__init__(_FIELDS, str(ROOT.joinpath(*_FIELDS.split(".")).with_suffix(".py")))
        self._name = name

    @override
    def get_code(self, fullname: str) -> CodeType:
        source = self.get_data(self.path).decode()
        planted = re.sub(
            rf"^{self._name} = .*$", f"{self._name} = {PLANTS[self._name]}", source, flags=re.MULTILINE
        )
        if planted == source:
            raise KeyError(self._name)
        return compile(planted, self.path, "exec")


def _run_with(name: str) -> None:
    """Run the spoiled answers with this plant, before anything has imported what it changes."""
    loader = _PlantedLoader(name)
    spec = spec_from_loader(_FIELDS, loader)
    if spec is None:
        raise ImportError(_FIELDS)
    sys.modules[_FIELDS] = module = module_from_spec(spec)
    loader.exec_module(module)
    sys.exit(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "tests/ui/test_hostile_answers.py"]))


def _main() -> int:
    missed = 0
    for name in PLANTS:
        command = [sys.executable, "-m", "tests.benchmarks.hostile_plants", name]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
        told = next((line for line in done.stdout.splitlines() if line.startswith("E  ")), "")
        if done.returncode < 0:
            told = f"ended by signal {-done.returncode}"
        missed += not told
        print(f"{name:<30} {told or f'NOT FOUND: {done.stderr[-300:]}'}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    if sys.argv[1:]:
        _run_with(sys.argv[1])
    sys.exit(_main())

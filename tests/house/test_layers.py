"""The rules of import-linter: kept by the program, and each broken by a deliberate violation."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.program import PROJECT

CONFIGURATION = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
CONTRACTS = {each["id"]: each["name"] for each in CONFIGURATION["tool"]["importlinter"]["contracts"]}
_STATUS = re.compile(r"^(.+) (KEPT|BROKEN)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Violation:
    """A line that must not stand in a module, added at its end; a module that does not exist is made."""

    contract: str
    module: str
    line: str

    @property
    def told(self) -> str:
        """What the report says of it: who imports what, as far as outside packages are told apart."""
        name = self.module.removesuffix(".py").replace("/", ".")
        imported = self.line.split()[1]
        return f"{name} -> {imported if imported.startswith('app.') else imported.split('.')[0]} "


VIOLATIONS = (
    Violation("layers", "app/api/planted.py", "import app.desk.model.sale"),
    Violation("layers", "app/api/planted.py", "import app.store.journal.states"),
    Violation("layers", "app/store/planted.py", "import app.api.messages.errors"),
    Violation("layers", "app/desk/planted.py", "import app.ui.theme.style"),
    Violation("layers", "app/desk/planted.py", "import app.practice"),
    Violation("layers", "app/ui/planted.py", "import app.commands.main"),
    Violation("layers", "app/ui/planted.py", "import app.lifecycle.event_loop"),
    Violation("layers", "app/lifecycle/connection.py", "import app.commands.check"),
    Violation("core", "app/core/settings.py", "import app.core.tasks"),
    Violation("alone", "app/practice/planted.py", "import app.api.messages.errors"),
    Violation("alone", "app/practice/planted.py", "import app.core.tasks"),
    Violation("alone", "app/lifecycle/event_loop.py", "import app.core.settings"),
    Violation("alone", "app/lifecycle/ocr_process.py", "import app.desk.passengers.mrz"),
    Violation("wire", "app/ui/planted.py", "import app.api.messages.errors"),
    Violation("wire", "app/ui/kit/planted.py", "import app.store.journal.states"),
    Violation("pages", "app/ui/wallet/planted.py", "import app.desk.desk"),
    Violation("desk", "app/desk/model/planted.py", "import app.desk.service.advice"),
    Violation("desk", "app/desk/payment/planted.py", "import app.desk.sale.pricing"),
    Violation("desk", "app/desk/wallet/planted.py", "import app.desk.vouchers.voucher"),
    Violation("screen", "app/ui/theme/planted.py", "import app.ui.kit.basics.box"),
    Violation("screen", "app/ui/kit/lists/planted.py", "import app.ui.sale.debit_side"),
    Violation("screen", "app/ui/wallet/planted.py", "import app.ui.vouchers.sheet"),
    Violation("screen", "app/ui/window/planted.py", "import app.ui.flows.navigation"),
    Violation("kit", "app/ui/kit/basics/planted.py", "import app.ui.kit.controls.switch"),
    Violation("qt", "app/desk/planted.py", "from PySide6.QtCore import QTimer"),
    Violation("qt", "app/store/planted.py", "import qasync"),
    Violation("words", "app/ui/storm/storm_words.py", "from PySide6.QtCore import QTimer"),
    Violation("http", "app/desk/planted.py", "import httpx"),
    Violation("http", "app/practice/planted.py", "import httpcore"),
)


def lint_imports(folder: Path) -> str:
    """The report on the program in a folder."""
    linter = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as lint; lint()"]
    ended = subprocess.run([*linter, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False)
    return ended.stdout + ended.stderr


def statuses(report: str) -> dict[str, str]:
    """Each contract by its name: KEPT or BROKEN."""
    return dict(_STATUS.findall(report))


def broken(report: str) -> dict[str, str]:
    """What the report says of each contract that is broken, by its name."""
    _, _, told = report.partition("Broken contracts")
    parts = re.split(rf"^({'|'.join(map(re.escape, CONTRACTS.values()))})$", told, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the program's modules."""
    shutil.copytree(PROJECT / "app", tmp_path / "app", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PROJECT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_program_keeps_every_contract() -> None:
    assert statuses(lint_imports(PROJECT)) == dict.fromkeys(CONTRACTS.values(), "KEPT")


def test_every_violation_breaks_its_contract(copy: Path) -> None:
    """All at once, since each look at the program takes its time; each has a line of the report."""
    for violation in VIOLATIONS:
        with (copy / violation.module).open("a", encoding="utf-8") as module:
            module.write(f"\n{violation.line}\n")
    report = lint_imports(copy)
    assert set(statuses(report).values()) == {"BROKEN"}
    told = broken(report)
    missed = [each for each in VIOLATIONS if each.told not in told[CONTRACTS[each.contract]]]
    assert missed == [], report


def test_a_module_without_a_layer_breaks_the_contract(copy: Path) -> None:
    (copy / "app" / "planted.py").touch()
    assert statuses(lint_imports(copy))[CONTRACTS["layers"]] == "BROKEN"


def test_each_contract_has_a_violation() -> None:
    assert {each.contract for each in VIOLATIONS} == CONTRACTS.keys()

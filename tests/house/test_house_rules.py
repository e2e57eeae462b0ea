"""The rules of the house: kept by every module, and each one seen to bite."""

from __future__ import annotations

import pytest

from tests.support.house_rules import RULES, Module, Rule
from tests.support.program import PROJECT

BROKEN = [
    ("nested_loops", "app/ui/kit/sheets/page.py", "dialog.exec(0)"),
    ("nested_loops", "tests/ui/test_page.py", "process = QApplication.processEvents"),
    ("nested_loops", "app/ui/kit/sheets/page.py", "@asyncSlot()\nasync def on_click(): ..."),
    ("static_dialogs", "app/ui/kit/sheets/page.py", "QMessageBox.question(self, title, text)"),
    ("static_dialogs", "app/ui/kit/sheets/page.py", "QFileDialog.getOpenFileName(self)"),
    ("bare_tasks", "app/ui/kit/sheets/page.py", "asyncio.create_task(work)"),
    ("bare_tasks", "app/desk/desk.py", "loop.create_task(work)"),
    ("bare_tasks", "app/commands/main.py", "from asyncio import ensure_future\nensure_future(work)"),
    ("other_threads", "app/desk/desk.py", "await loop.run_in_executor(None, work)"),
    ("other_threads", "app/ui/kit/sheets/page.py", "threading.Thread(target=work).start()"),
    ("other_threads", "app/ui/kit/sheets/page.py", "from PySide6.QtCore import QThread\nQThread()"),
    ("open_doors", "app/api/client.py", "AsyncClient(follow_redirects=True)"),
    ("open_doors", "app/api/client.py", "AsyncClient(verify=False)"),
    ("guessing_labels", "app/ui/kit/sheets/page.py", "QLabel(offer.name)"),
    ("guessing_labels", "app/ui/kit/sheets/page.py", "QLabel(f'{name}')"),
    ("guessing_labels", "app/ui/kit/sheets/page.py", "widget.setToolTip(name)"),
    ("ages_of_its_own", "app/desk/sale/selling.py", "wallet.read.is_fresh(now, timedelta(minutes=9))"),
    ("wallet_in_sight", "app/ui/sale/bar_words.py", "ShownSum(tr('Wallet pays'), payable)"),
    ("wallet_in_sight", "app/ui/bookings/sales_list.py", "Column(mark('Debited'), 76, is_right=True)"),
    ("slow_values", "app/desk/desk.py", "@dataclass(frozen=True, slots=True)\nclass C: ..."),
    ("made_up_keys", "app/ui/kit/sheets/page.py", "button.set_key(Key('Ctrl Q'))"),
    (
        "unguarded_calls",
        "app/ui/wallet/chart.py",
        "class C:\n    @override\n    def paintEvent(self, event): ...",
    ),
    ("early_texts", "app/ui/window/frame.py", "HINT = tr('Pick a slot')"),
    ("early_texts", "app/ui/window/frame.py", "class Page:\n    words = {1: tr('Pick a slot')}"),
    ("early_texts", "app/ui/window/frame.py", "def f():\n    w.show_notice(tr('Away'), about='line')"),
    ("early_texts", "app/ui/window/frame.py", "def f():\n    w.show_notice('', more=trn('a', 'b', 2))"),
    ("sleeps", "tests/desk/test_desk.py", "pause = time.sleep"),
    ("stand_ins", "tests/desk/test_desk.py", "import mock"),
    ("stand_ins", "tests/desk/test_desk.py", "from unittest import mock"),
    ("left_out_tests", "tests/desk/test_desk.py", "@pytest.mark.xfail\ndef test(): ..."),
    ("left_out_tests", "tests/desk/test_desk.py", "pytest.skip('later')"),
    ("left_out_tests", "tests/desk/test_desk.py", "pytest.mark.skipif(not is_ready(), reason='later')"),
    ("excuses", "app/desk/desk.py", "import os  # " + "noqa"),
    ("excuses", "app/desk/desk.py", "x = 1  # type" + ": ignore[assignment]"),
    ("excuses", "app/desk/desk.py", "# TO" + "DO: later"),
    ("many_parameters", "app/desk/desk.py", "class Desk:\n    def book(self, a, b, c, d, e, f): ..."),
    ("set_from_outside", "app/lifecycle/session.py", "self._setup.backups = backups"),
    ("set_from_outside", "app/lifecycle/session.py", "setup = Setup()\nsetup.backups = backups"),
    ("set_from_outside", "app/lifecycle/session.py", "page.left, self.right = 1, 2"),
    ("set_from_outside", "app/lifecycle/session.py", "sums.sales += 1"),
    ("set_from_outside", "app/lifecycle/session.py", "with door() as self._desk.door: ..."),
    ("set_from_outside", "app/lifecycle/session.py", "del desk.wallet"),
    ("set_from_outside", "app/lifecycle/session.py", "setattr(desk, name, value)"),
    ("vague_names", "app/desk/utils.py", ""),
    ("vague_names", "app/ui/window_manager.py", ""),
]
ALLOWED = [
    ("nested_loops", "app/ui/kit/sheets/page.py", "dialog.open()"),
    ("static_dialogs", "app/ui/kit/sheets/page.py", "QMessageBox(self).open()"),
    ("bare_tasks", "app/desk/payment/payments.py", "asyncio.create_task(work)"),
    ("other_threads", "app/desk/desk.py", "await asyncio.to_thread(work)"),
    ("other_threads", "app/core/tasks.py", "threading.Thread(target=call)"),
    ("open_doors", "app/api/client.py", "AsyncClient(follow_redirects=False, verify=context)"),
    ("guessing_labels", "app/ui/kit/sheets/page.py", "QLabel('Paid from wallet')\nQLabel()"),
    ("guessing_labels", "app/ui/kit/basics/text.py", "QLabel(text)"),
    (
        "ages_of_its_own",
        "app/desk/sale/selling.py",
        "wallet.read.is_fresh(now, TO_BE_SENT)\nquote.is_fresh(now)",
    ),
    ("wallet_in_sight", "app/ui/sale/bar_words.py", "ShownSum(tr('Wallet pays'), payable, is_net=True)"),
    ("wallet_in_sight", "app/ui/sale/bar_words.py", "ShownSum(tr('Customer pays'), net)"),
    ("wallet_in_sight", "app/ui/storm/told_rows.py", "Column(mark('Till refund'), 96)"),
    ("slow_values", "app/practice/api.py", "@dataclass(frozen=True, slots=True)\nclass C: ..."),
    ("slow_values", "app/desk/desk.py", "@dataclass(frozen=True, slots=True, eq=False)\nclass C: ..."),
    ("made_up_keys", "app/ui/kit/sheets/page.py", "button.set_key(GO_ON.painted)\nQt.Key(event.key())"),
    (
        "unguarded_calls",
        "app/ui/wallet/chart.py",
        "class C:\n    @guarded\n    def paintEvent(self, event): ...",
    ),
    ("early_texts", "app/ui/window/frame.py", "HINT = mark('Pick a slot')\ndef f():\n    return tr(HINT)"),
    ("early_texts", "app/ui/window/frame.py", "def f():\n    w.show_notice(lambda: tr('Away'))"),
    ("sleeps", "tests/desk/test_desk.py", "await asyncio.sleep(0)"),
    ("left_out_tests", "tests/test_reader.py", "pytest.mark.skipif(not is_installed(), reason='extra')"),
    ("many_parameters", "app/desk/desk.py", "def book(a, b, c, d, e, *, f): ..."),
    ("set_from_outside", "app/lifecycle/session.py", "self.desk = desk\ndesk.use(wallet)\nnames[desk] = 1"),
    ("set_from_outside", "app/desk/model/boats.py", "object.__setattr__(self, 'party', party)"),
    ("set_from_outside", "app/core/language.py", "class _Spoken: ...\n_Spoken.language = 'hi'"),
    ("set_from_outside", "app/lifecycle/fault_reports.py", "import sys\nsys.excepthook = report"),
    ("set_from_outside", "app/core/subprocesses.py", "timer.daemon = True"),
    ("set_from_outside", "tests/desk/test_desk.py", "desk.wallet = wallet"),
    ("vague_names", "app/ui/database.py", ""),
]


def test_every_module_keeps_the_rules() -> None:
    paths = [path for folder in ("app", "packaging", "tests") for path in (PROJECT / folder).rglob("*.py")]
    # A module at a time: the trees of all of them together are large.
    modules = (
        Module(path.relative_to(PROJECT).as_posix(), path.read_text(encoding="utf-8")) for path in paths
    )
    found = [
        f"{module.path}:{line}: {rule.__doc__}"
        for module in modules
        for rule in RULES
        for line in rule(module)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("rule", "path", "text"), BROKEN)
def test_the_rule_bites(rule: str, path: str, text: str) -> None:
    assert list(rule_named(rule)(Module(path, text))) != []


@pytest.mark.parametrize(("rule", "path", "text"), ALLOWED)
def test_the_rule_spares_what_is_right(rule: str, path: str, text: str) -> None:
    assert list(rule_named(rule)(Module(path, text))) == []


def test_each_rule_was_seen_to_bite() -> None:
    assert {name for name, _, _ in BROKEN} == {rule.__name__ for rule in RULES}


def rule_named(name: str) -> Rule:
    return next(rule for rule in RULES if rule.__name__ == name)

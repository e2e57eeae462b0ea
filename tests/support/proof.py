"""How much a run proves: what a change can break, or with `--prove` everything; and which cases are too slow.

A case that is only in the whole proof says so by `@pytest.mark.prove("why not each time")`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import islice
from typing import cast

import pytest
from hypothesis import settings

PROVE = "--prove"
_AGAIN = "--again"
_FEW_EXAMPLES = 25
MAY_TAKE = {"tests/journeys": 20.0, "tests/packaging": 5.0, "tests/screen_reader": 60.0, "tests/ui": 4.0}
"""Seconds of a case in a run without --prove on a busy computer, by folder."""
_OTHERS_MAY_TAKE = 2.0
_MOST_TOLD = 10
beside_others = pytest.mark.prove("all that it goes through, others go through each time")
"""Of cases of some tenths of a second and more, without which `test` goes through the same lines."""
_took: defaultdict[str, float] = defaultdict(float)


def is_proof(config: pytest.Config) -> bool:
    """Whether everything is proved."""
    return bool(config.getoption(PROVE))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(PROVE, action="store_true", help="prove everything, not what a change can break alone")
    parser.addoption(
        _AGAIN, type=int, default=1, metavar="TIMES", help="run each case that once failed so many times"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "prove(reason): only where all is proved, and why not each time")
    config.addinivalue_line("markers", "once_failed(cause): failed now and then before this was mended")
    if not is_proof(config):
        settings.register_profile("few", settings.get_profile("unhurried"), max_examples=_FEW_EXAMPLES)
        settings.load_profile("few")


@pytest.fixture
def round_of_again(request: pytest.FixtureRequest) -> object:
    """The number of a round, where each case is run several times."""
    return request.param


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    rounds = int(metafunc.config.getoption(_AGAIN) or 1)
    if rounds > 1 and metafunc.definition.get_closest_marker("once_failed") is not None:
        metafunc.fixturenames.append(round_of_again.__name__)
        metafunc.parametrize(round_of_again.__name__, range(rounds), indirect=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if is_proof(config):
        return
    left = [item for item in items if item.get_closest_marker("prove") is not None]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if item.get_closest_marker("prove") is None]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _took[report.nodeid] += report.duration


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Name the slowest of those that take longer than one of their folder may."""
    if is_proof(config) or hasattr(config, "workerinput"):
        return
    slow = [(seconds, case) for case, seconds in _took.items() if seconds > _may_take(case)]
    if slow:
        terminalreporter.section("longer than a case of its folder may take")
    for seconds, case in sorted(slow, reverse=True)[:_MOST_TOLD]:
        terminalreporter.write_line(f"{seconds:6.1f} s of {_may_take(case):.0f}  {case}")


def _may_take(case: str) -> float:
    return next((most for folder, most in MAY_TAKE.items() if case.startswith(folder)), _OTHERS_MAY_TAKE)


def few(cases: Iterable[object], number: int = 1) -> list[object]:
    """The cases of a parametrization: the first so many each time, the others where all is proved."""
    more = pytest.mark.prove("more of a kind that is there each time")
    listed = list(cases)
    rest = (cast("tuple[object, ...]", each if isinstance(each, tuple) else (each,)) for each in listed)
    return [*listed[:number], *(pytest.param(*each, marks=more) for each in islice(rest, number, None))]

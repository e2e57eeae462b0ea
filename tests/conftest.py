"""What every test stands on: an isolated world, the right event loop, and nothing that goes wrong unseen."""

from __future__ import annotations

import asyncio
import gc
import shutil
import sys
import tempfile
from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest
from hypothesis import HealthCheck, settings
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from app.core import language
from app.lifecycle.import_hook import read_no_sources
from tests.support import strays
from tests.support.caches import forget_caches
from tests.support.canaries import HEADS, found
from tests.support.folder_watch import FolderWatch
from tests.support.isolation import isolate_environment, isolate_network
from tests.support.leftovers import leaks_below, watch_children
from tests.support.nested_loops import forbid_nested_loops
from tests.support.practice.tracing import PracticeTracing, trace_practice_where_wanted
from tests.support.qt_loop import qt_loop

pytest_plugins = ("tests.support.proof",)

# Before most modules of the program and of the tests.
read_no_sources()
# Not installed, and httpcore looks for it in all folders several times at each request.
sys.modules["sniffio"] = cast("ModuleType", None)

_QT_FOLDERS = {"benchmarks", "journeys", "screen_reader", "ui"}
_UNMEASURED_FOLDERS = {"house", "journeys", "packaging", "screen_reader", "simulation"}
"""Their tests read the source, or go through what the tests of each part cover: measuring takes long."""
_BEGUN_FIRST = {
    "test_campaign",
    "test_days_of_desks",
    "test_random_kills",
    "test_screen_reader",
    "test_storm_keystrokes",
    "test_storm_of_forty",
}
"""The modules with single tests of minutes: begun last, one of them alone would make a run longer."""
GRACE_SECONDS = 20
_SMALL_RESERVE_BYTES = _SMALL_STEP = 1 << 16
_MEASURED = pytest.StashKey[int]()
_QUICK_ROUNDS = 1 << 4
ABOUT_DOCUMENTS = frozenset(
    {
        "test_acceptance",
        "test_copy_preparation",
        "test_corpus",
        "test_document",
        "test_document_box",
        "test_fill_from_copy",
        "test_heic",
        "test_image_shrinking",
        "test_keystrokes",
        "test_largest_sale",
        "test_metadata_stripper",
        "test_ocr_process",
        "test_passengers_page",
        "test_passport_strip",
        "test_pdf_pages",
        "test_scan_folder",
        "test_stop_sending",
    }
)
"""The modules whose tests have documents in their hands."""

_home = Path(tempfile.mkdtemp(prefix="agency-counter-tests-"))
# Before any application is made: Qt reads the environment then.
isolate_environment(_home)
isolate_network()
_told_to_children: set[tuple[str, str, str]] = set()
watch_children(_told_to_children)


# How long an example takes tells how busy the computer is, and nothing about what is tested.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


def pytest_configure() -> None:
    forbid_nested_loops()
    strays.watch_loops()
    trace_practice_where_wanted()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Measure once in each process.

    In those of pytest-xdist pytest-cov begins twice, and pauses the second alone where nothing is measured:
    with the first beside it that takes three times as long as without.
    """
    if hasattr(session.config, "workerinput") and session.config.pluginmanager.hasplugin("_cov"):
        # Only there: it takes a tenth of a second to import.
        from coverage import Coverage

        begun = Coverage.current()
        if begun is not None:
            begun.stop()


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Let each process of pytest-xdist rewrite its share of the modules first: the others read those."""
    config, told = session.config, getattr(session.config, "workerinput", {})
    if told and config.args == config.getini("testpaths"):
        here, place = Path(__file__).parent, int(told["workerid"].removeprefix("gw"))
        for each in sorted(here.glob("*/**/test_*.py"))[place :: told["workercount"]]:
            # What is wrong with one is said when it is collected.
            with suppress(Exception):
                import_module(".".join(each.relative_to(here.parent).with_suffix("").parts))


def pytest_unconfigure() -> None:
    shutil.rmtree(_home, ignore_errors=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if not _UNMEASURED_FOLDERS.isdisjoint(_folders(item)) or _is_proved_screen(item):
            item.add_marker(pytest.mark.no_cover)
    # In whatever order chance has put the others.
    items.sort(key=lambda item: item.path.stem not in _BEGUN_FIRST)


def pytest_collection_finish() -> None:
    # What was imported until here stays: looking at it after each test would take most of the time.
    gc.collect()
    gc.freeze()


def pytest_asyncio_loop_factories(item: pytest.Item) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Screens run in the program's own loop, everything else in plain asyncio."""
    return {"qt": qt_loop} if _is_about_screens(item) else {"asyncio": asyncio.new_event_loop}


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Keep the collector, which runs in any thread, away from widgets."""
    strays.take()
    PracticeTracing.is_wanted = "practice" in _folders(item)
    if _measured(item) > item.config.stash.get(_MEASURED, 0):
        forget_caches()
    item.config.stash[_MEASURED] = _measured(item)
    if _is_about_screens(item) or QApplication.instance() is not None:
        gc.disable()
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown() -> Generator[None, None, None]:
    """Fail a test for what nobody awaited, after its fixtures and its loop have ended."""
    yield
    _close_windows()
    gc.collect()
    # What has survived stays, mostly what was imported late: looking at it again takes more and more time.
    gc.freeze()
    strayed = strays.take()
    if strayed:
        pytest.fail("Went wrong unseen:\n" + "\n".join(strayed), pytrace=False)


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test begins as a counter that was never used."""
    language.use(language.SOURCE)
    for name in ("AGENCY_COUNTER_BASE_URL", "AGENCY_COUNTER_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AGENCY_COUNTER_DATA_DIR", str(tmp_path / "data"))
    # Over a thousand counters, and who looks through what they leave, go without megabytes of zeros.
    monkeypatch.setattr("app.store.files.data_folder.RESERVE_BYTES", _SMALL_RESERVE_BYTES)
    monkeypatch.setattr("app.store.journal.file_log.STEP", _SMALL_STEP)
    # Hundreds of PINs are set and tried; the true cost has a test of its own.
    monkeypatch.setattr("app.desk.day_close.pins.ROUNDS", _QUICK_ROUNDS)


@pytest.fixture(scope="module", autouse=True)
def _leaves_no_document(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Generator[None, None, None]:
    """What is about documents writes none of them where a program may write unasked, in any encoding."""
    if sys.platform != "linux" or request.path.stem not in ABOUT_DOCUMENTS:
        yield
        return
    # The tests' own folders lie elsewhere.
    tmp_path_factory.getbasetemp()
    temporary = _home / "tmp"
    temporary.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch, FolderWatch(_home) as watch:
        patch.setattr(tempfile, "tempdir", str(temporary))
        for name in ("TMPDIR", "TMP", "TEMP"):
            patch.setenv(name, str(temporary))
        yield
    written = {str(path): found(data, HEADS) for path, data in watch.contents.items()}
    assert {path: heads for path, heads in written.items() if heads} == {}
    # Qt writes its own settings beside themselves, and is quicker than the watch.
    assert [path for path in watch.missed if not path.name.startswith(("#", "QtProject.conf."))] == []


@pytest.fixture(scope="session", autouse=True)
def _leaves_no_secret(tmp_path_factory: pytest.TempPathFactory) -> Generator[None, None, None]:
    """Each process of a run looks through all that its tests have left, and what their children were told."""
    yield
    leaks = leaks_below(_home) | leaks_below(tmp_path_factory.getbasetemp())
    assert leaks == set()
    assert _told_to_children == set()


@pytest.fixture(autouse=True)
def _leaves_no_task(request: pytest.FixtureRequest) -> None:
    """A coroutine test and its fixtures end what they began."""
    if request.node.get_closest_marker("asyncio") is not None:
        request.getfixturevalue("_ends_its_tasks")


@pytest.fixture
async def _ends_its_tasks() -> AsyncGenerator[None, None]:
    yield
    running = asyncio.all_tasks() - {asyncio.current_task()}
    if running:
        _, running = await asyncio.wait(running, timeout=GRACE_SECONDS)
    for task in running:
        strays.report(f"This task still runs after the test: {task!r}")


def _close_windows() -> None:
    """A window that a failed test has left would be in the eyes of every test after it."""
    if QApplication.instance() is None:
        return
    for window in QApplication.topLevelWidgets():
        if window.isVisible():
            strays.report(f"This window is still open after the test: {window!r}")
            window.hide()
            window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _is_about_screens(item: pytest.Item) -> bool:
    return not _QT_FOLDERS.isdisjoint(_folders(item)) or "qapp" in getattr(item, "fixturenames", ())


def _is_proved_screen(item: pytest.Item) -> bool:
    """Whether it is a window that is opened only where all is proved: those opened each time are measured."""
    return "ui" in _folders(item) and item.get_closest_marker("prove") is not None


def _measured(item: pytest.Item) -> int:
    """How much is measured: 0 for nothing, 1 for all but the practice service on a socket, 2 for all."""
    if item.get_closest_marker("no_cover") is not None:
        return 0
    return 2 if "practice" in _folders(item) else 1


def _folders(item: pytest.Item) -> tuple[str, ...]:
    return item.path.relative_to(item.config.rootpath).parts

"""The loop, the ways to quit and the collector, each in a process of its own."""

from __future__ import annotations

import signal
import sys

import pytest

from tests.support.program import end_of, run_program, start_program
from tests.support.proof import beside_others

QUIT = """
    import asyncio, sys
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication, QWidget
    from app.lifecycle.event_loop import run
    import asyncio

    class Window(QWidget):
        def __init__(self, quit_request):
            super().__init__()
            self.quit_request = quit_request

        def closeEvent(self, event):
            self.quit_request.request()

    async def main(quit_request):
        window = Window(quit_request)
        window.show()
        if sys.argv[1] == "close":
            QTimer.singleShot(0, window.close)
        if sys.argv[1] in ("quit", "quit told"):
            QTimer.singleShot(0, QApplication.quit)
        print("ready", flush=True)
        await quit_request.wait()
        await asyncio.sleep(0.05)
        await asyncio.to_thread(print, "tidied in a thread")
        return 7

    if sys.argv[1] == "quit told":
        from app.ui.theme.style import application

        app = application("counter")
        sys.exit(run(app, main, app.quit_asked))
    sys.exit(run(QApplication([]), main))
"""
SIGNALS = {} if sys.platform == "win32" else {"SIGINT": signal.SIGINT, "SIGTERM": signal.SIGTERM}


@pytest.mark.parametrize("way", ["close", "quit", "quit told", *SIGNALS])
def test_every_way_to_quit_lets_the_program_tidy_up_to_its_end(way: str) -> None:
    program = start_program(QUIT, way)
    assert program.stdout is not None
    assert program.stdout.readline() == "ready\n"
    if way in SIGNALS:
        program.send_signal(SIGNALS[way])
    assert end_of(program) == (7, "tidied in a thread\n", "")


LEFT = """
    import asyncio, logging, sys, threading
    from PySide6.QtWidgets import QApplication
    from app.lifecycle.event_loop import run

    logging.basicConfig(format="%(message)s", stream=sys.stdout)
    logging.getLogger("asyncio").setLevel(logging.ERROR)

    async def endless():
        try:
            await asyncio.Event().wait()
        finally:
            print("ended")

    async def numbers():
        try:
            yield 1
        finally:
            await asyncio.sleep(0)
            print("closed")
            closed.set()

    async def main(quit_request):
        global task, iterator, closed
        closed = asyncio.Event()
        task = asyncio.get_running_loop().create_task(endless(), name="endless")
        iterator = numbers()
        await anext(iterator)
        async for _ in numbers():
            break
        await closed.wait()
        print("main ends")
        return 0

    status = run(QApplication([]), main)
    print(threading.active_count())
    sys.exit(status)
"""


def test_what_main_left_behind_is_ended_and_named() -> None:
    printed = "closed\nmain ends\nA task was left behind: endless\nended\nclosed\n1\n"
    assert run_program(LEFT) == (0, printed, "")


FAILING = """
    import logging, sys
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication
    from app.lifecycle.event_loop import run

    logging.basicConfig(format="%(message)s", stream=sys.stdout)
    logging.getLogger("asyncio").setLevel(logging.ERROR)

    async def main(quit_request):
        raise LookupError("no such profile")

    try:
        run(QApplication([]), main)
    except LookupError as error:
        print("raised", error)
"""


def test_what_main_raises_is_raised() -> None:
    assert run_program(FAILING) == (0, "raised no such profile\n", "")


STRAY = """
    import asyncio, logging, sys
    from PySide6.QtWidgets import QApplication
    from app.lifecycle.event_loop import run

    logging.basicConfig(format="%(message)s", stream=sys.stdout)
    logging.getLogger("asyncio").setLevel(logging.ERROR)

    async def fail():
        raise LookupError("nobody awaits me")

    async def main(quit_request):
        asyncio.get_running_loop().call_soon(lambda: 1 / 0)
        task = asyncio.get_running_loop().create_task(fail())
        await asyncio.wait([task])
        del task
        await asyncio.sleep(0)
        return 0

    sys.exit(run(QApplication([]), main))
"""


def test_what_nobody_awaited_is_logged_and_the_program_goes_on() -> None:
    status, printed, _ = run_program(STRAY)
    assert status == 0
    assert "LookupError: nobody awaits me" in printed
    assert "ZeroDivisionError" in printed


COLLECTING = """
    import asyncio, gc, sys, threading
    from PySide6.QtWidgets import QApplication, QWidget
    from app.lifecycle.event_loop import GuiThreadCollector, run
    import asyncio

    threads = set()
    died = 0

    class Widget(QWidget):
        def __del__(self):
            global died
            died += 1
            threads.add(threading.current_thread() is threading.main_thread())

    def allocate():
        for _ in range(200):
            kept = [[] for _ in range(2000)]

    async def main(quit_request):
        # A busy computer is no complaint.
        asyncio.get_running_loop().slow_callback_duration = 600
        if sys.argv[1] == "automatic":
            gc.enable()
        while died < 20:
            widget = Widget()
            widget.itself = widget
            del widget
            await asyncio.to_thread(allocate)
        return 0

    run(QApplication([]), main)
    print(threads)
"""


def test_widgets_die_on_the_gui_thread_only() -> None:
    assert run_program(COLLECTING, "ours") == (0, "{True}\n", "")


@beside_others
def test_with_the_automatic_collector_they_would_not() -> None:
    status, printed, complained = run_program(COLLECTING, "automatic")
    assert status != 0 or "False" in printed or complained


STARTING = """
    import gc
    from PySide6.QtWidgets import QApplication
    from app.lifecycle.event_loop import GuiThreadCollector

    collected = []
    gc.callbacks.append(lambda phase, info: collected.append(info["generation"]) if phase == "stop" else None)
    app = QApplication([])
    collector = GuiThreadCollector()

    def grow(number):
        kept.extend([] for _ in range(number))
        collector.collect_due()

    kept = []
    grow(100_000)
    print("imported", collected)
    frozen = gc.get_freeze_count()
    while gc.get_freeze_count() == frozen:
        grow(1_000)
    print("started", sorted(set(collected)))
    collected.clear()
    grow(100_000)
    print("works", collected)
    while 2 not in collected:
        grow(1_000)
    collector.stop()
"""


def test_a_start_is_not_held_up_by_looking_at_what_it_imports() -> None:
    printed = "imported []\nstarted [0, 1]\nworks [0]\n"
    assert run_program(STARTING) == (0, printed, "")


EMITTING = """
    import sys
    from PySide6.QtCore import QObject, Signal

    class Sender(QObject):
        toggled = Signal(bool)

    heard = []
    sender = Sender()
    sender.toggled.connect(heard.append)
    before = sys.getrefcount(True)
    for _ in range(3000):
        sender.toggled.emit(True)
    count = len(heard)
    heard.clear()
    # From 3.12 on True is immortal, and its count means nothing.
    print(count, sys.version_info >= (3, 12) or abs(sys.getrefcount(True) - before) < 100)
"""


def test_emitting_thousands_of_flags_costs_no_reference_of_true() -> None:
    assert run_program(EMITTING) == (0, "3000 True\n", "")

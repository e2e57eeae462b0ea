"""A fault that nobody handles tells its kind and place, and nothing that is in it."""

from __future__ import annotations

import pytest

from tests.support.program import run_program

FAULTS = {
    "where Qt calls": """
        from PySide6.QtCore import QObject, Signal
        class Button(QObject):
            pressed = Signal()
        def read(*_):
            int("C4VX8" + "T2K1")
        button = Button()
        button.pressed.connect(read)
        button.pressed.emit()
    """,
    "in a thread": """
        import threading
        def read():
            int("C4VX8" + "T2K1")
        thread = threading.Thread(target=read)
        thread.start()
        thread.join()
    """,
    "while something is deleted": """
        class Page:
            def __del__(self):
                int("C4VX8" + "T2K1")
        page = Page()
        del page
    """,
    "at the very top": """
        int("C4VX8" + "T2K1")
    """,
}
BEGIN = """
        from app.lifecycle.fault_reports import keep_faults_discreet
        keep_faults_discreet()
"""


@pytest.mark.parametrize("place", FAULTS)
def test_a_fault_shows_nothing_of_what_was_typed(place: str) -> None:
    _, printed, complained = run_program(BEGIN + FAULTS[place])
    assert "C4VX8T2K1" not in printed + complained
    assert "ValueError at " in complained
    _, _, complained = run_program(FAULTS[place])
    assert "C4VX8T2K1" in complained


def test_no_core_is_dumped() -> None:
    ask = """
        import ctypes
        print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))
    """
    assert run_program(BEGIN + ask)[1] == "0\n"
    assert run_program(ask)[1] == "1\n"

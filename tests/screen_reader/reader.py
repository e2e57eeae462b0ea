"""A screen reader: it hears what a program tells the accessibility bus, and reads its tree when asked.

Run by the system's Python, which brings pyatspi: `reader.py PROCESS`. Each line of standard input is a
question, `heard` or `tree`, and has its answer as a line of JSON; `listen` has it listen anew.
"""

from __future__ import annotations

import json
import select
import sys
from typing import Any

import pyatspi
from gi.repository import Atspi, GLib

_EVENTS = ("object:announcement", "object:state-changed:focused")
_ROW_ROLES = frozenset({"list item", "table cell"})
_LOOK_EVERY_SECONDS = 0.01

Told = dict[str, Any]


class Reader:
    """Listens from its beginning on."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._heard: list[Told] = []
        pyatspi.Registry.registerEventListener(self._hear, *_EVENTS)

    def answer(self, question: str) -> list[Told]:
        """What was heard since the last time, or what is on screen now."""
        if question == "listen":
            pyatspi.Registry.deregisterEventListener(self._hear, *_EVENTS)
            pyatspi.Registry.registerEventListener(self._hear, *_EVENTS)
            return []
        program = self._program()
        if question == "tree":
            found: list[Told] = []
            if program is not None:
                _read(program, 0, found)
            return found
        if program is not None:
            # Whatever the program has sent before its answer has arrived with it.
            program.getRoleName()
        hear_all()
        heard, self._heard = self._heard, []
        return heard

    def _program(self) -> pyatspi.Accessible | None:
        programs = (each for each in pyatspi.Registry.getDesktop(0) if each is not None)
        found = next((each for each in programs if each.get_process_id() == self._process), None)
        if found is not None:
            found.set_cache_mask(Atspi.Cache.NONE)
        return found

    def _hear(self, event: pyatspi.Event) -> None:
        if event.type.startswith("object:announcement"):
            self._heard.append({"kind": "said", "name": event.any_data, "is_urgent": event.detail1 == 2})
        elif event.detail1:
            try:
                thing = event.source
                told = {"name": thing.name, "role": thing.getRoleName(), "description": thing.description}
            except GLib.Error:
                # It has gone before anyone could read it.
                told = {"name": "", "role": "gone", "description": ""}
            self._heard.append({"kind": "focus", **told})


def hear_all() -> None:
    """Take all that has arrived."""
    while GLib.MainContext.default().iteration(may_block=False):
        pass


def _read(thing: pyatspi.Accessible, depth: int, found: list[Told]) -> None:
    states = [pyatspi.stateToString(each) for each in thing.getState().getStates()]
    if depth > 1 and "showing" not in states:
        return
    role = thing.getRoleName()
    told: Told = {"depth": depth, "role": role, "name": thing.name, "states": states, "description": ""}
    if "focusable" in states and role not in _ROW_ROLES:
        told["description"] = thing.description
        place = thing.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
        told["place"] = [place.x, place.y, place.width, place.height]
    if role == "label":
        told["locale"] = thing.get_object_locale()
    found.append(told)
    for each in thing:
        if each is not None:
            _read(each, depth + 1, found)


def main() -> None:
    """Answer until standard input ends."""
    reader = Reader(int(sys.argv[1]))
    while True:
        hear_all()
        if not select.select([sys.stdin], [], [], _LOOK_EVERY_SECONDS)[0]:
            continue
        question = sys.stdin.readline().strip()
        if not question:
            return
        sys.stdout.write(json.dumps(reader.answer(question)) + "\n")
        sys.stdout.flush()


main()

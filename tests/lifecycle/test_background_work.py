"""What is asked before customers are erased by age, and about backups that still hold them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import cast

import pytest

from app.core.settings import Settings
from app.desk.desk import local_now
from app.desk.model.office_rules import Retention
from app.desk.settings.backups import Backups
from app.lifecycle import background_work
from app.lifecycle.background_work import BackgroundWork
from app.lifecycle.connection import memory_of
from app.lifecycle.office_database import OfficeConnection
from app.lifecycle.settings_service import SettingsService
from app.practice import Faults, PracticeServer, World
from app.ui.kit.basics.text import Words, made
from app.ui.kit.sheets.modal_question import QuestionWords
from app.ui.window.main_window import MainWindow
from tests.support.counter import AS_ON, Counter, open_desk, tomorrow_at_ten, until


@dataclass
class Notices:
    """The window, of which only the notices are used."""

    shown: list[str] = field(default_factory=list[str])

    def show_notice(self, text: Words, more: Words = "", **_: str) -> None:
        """Note the text of a notice."""
        if text:
            self.shown.append(f"{made(text)} {made(more)}".strip())


@dataclass
class Choices:
    """The settings in use."""

    kept: Settings


@dataclass
class Place:
    """The background work of a desk forty days after its last sale, and the questions that it asks."""

    counter: Counter
    notices: Notices
    work: BackgroundWork
    backups: Backups
    folder: Path
    asked: list[QuestionWords]
    answers: list[str]

    async def run(self, condition: Callable[[], object]) -> None:
        """One round of the daily work, until something has come of it."""
        work = asyncio.create_task(self.work.keep_daily(self.counter.desk, self.backups))
        try:
            await until(condition)
        finally:
            work.cancel()
            await asyncio.wait([work])

    @property
    def names(self) -> set[str]:
        """The finished backups in the folder."""
        return {each.name for each in self.folder.glob("*.zip")}


@pytest.fixture
async def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Place]:
    passed, asked, answers = [timedelta()], list[QuestionWords](), list[str]()
    folder, kept = tmp_path / "data" / "practice", tmp_path / "backups"

    def computer() -> datetime:
        return local_now() + passed[0]

    def service() -> datetime:
        return tomorrow_at_ten() + passed[0]

    async def answered(_window: object, question: QuestionWords) -> str:
        asked.append(question)
        return answers.pop(0)

    monkeypatch.setattr(background_work, "ask", answered)
    with PracticeServer(World(like=AS_ON, clock=service), Faults()) as server:
        async with open_desk(folder, server, local_cache=memory_of(folder), clock=computer) as counter:
            await counter.sell()
            await _backups(counter, computer).make(kept)
        passed[0] = timedelta(days=40)
        async with open_desk(folder, server, local_cache=memory_of(folder), clock=computer) as counter:
            counter.desk.rules.retention = Retention(30)
            notices = Notices()
            settings = Settings(backup_folder=str(kept), backups_daily=True)
            work = BackgroundWork(
                cast("MainWindow", notices),
                cast("SettingsService", Choices(settings)),
                tmp_path,
                OfficeConnection(),
            )
            backups = _backups(counter, computer)
            yield Place(counter, notices, work, backups, kept, asked, answers)


def _backups(counter: Counter, clock: Callable[[], datetime]) -> Backups:
    desk = counter.desk
    return Backups(desk.reader.profile, desk.payments, counter.journal, counter.folder, clock)


async def test_a_doubtful_date_is_asked_about_and_backups_that_hold_what_was_erased_go(place: Place) -> None:
    desk = place.counter.desk
    former = place.names
    place.answers.append("keep")
    await place.run(lambda: place.names - former)
    assert [each.answers[0].key for each in place.asked] == ["keep"]
    assert "the last work at this counter was on" in place.asked[0].title
    assert (desk.bookings.erased, desk.customers.doubt != "") == ("", True)
    # Asked once for this doubt: the next round erases nothing, and asks nothing.
    await place.run(lambda: True)
    assert len(place.asked) == 1
    desk.customers.confirm_date("Asha")
    of_today = place.names - former
    place.answers.append("renew")
    await place.run(lambda: not place.names & former)
    held = place.asked[1].sentence
    assert all(name in held for name in former)
    assert not any(name in held for name in of_today)
    assert held.startswith("1 customer, older than 30 days, erased as set in Settings.")
    assert len(place.names - of_today) == 1


async def test_a_date_that_is_right_erases_and_backups_may_stay(place: Place) -> None:
    former = place.names
    place.answers += ["right", "keep"]
    await place.run(lambda: len(place.asked) == 2)
    assert former < place.names
    assert place.notices.shown == ["1 customer, older than 30 days, erased as set in Settings."]


async def test_backups_that_are_replaced_in_time_are_not_asked_about(place: Place) -> None:
    for each in place.folder.glob("*.zip"):
        each.unlink()
    await place.backups.make(place.folder)
    place.answers.append("right")
    await place.run(lambda: place.notices.shown)
    assert len(place.asked) == 1
    assert place.counter.desk.bookings.erased != ""

"""What a kill leaves at each step of an enquiry, a permission and a cancellation: K10, K11 and K12."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.desk.cancellation.open_cancellation import Stage
from app.desk.cancellation.refund_quote import Booking
from app.desk.model.sale import NotSold
from app.desk.payment.unknown_outcome_values import Decision
from app.practice.service.faults import CONFIRM
from app.store.journal.file_log import FileLog
from app.store.journal.hash_chain import LogEntry
from app.store.journal.sqlite_log import SqliteLog
from app.store.journal.states import Kind, State
from tests.support.counter import accepted_seats
from tests.support.desk.virtual_time import VirtualTime, lose_answer, nobody, service, timed_desk

pytestmark = pytest.mark.prove("programs that are killed; one of a sale is each time")

TOLD = Decision("Asha", "Telephoned the office")


class Images:
    """The folder as a kill at each instant leaves it: before, between and after the writes of a step."""

    def __init__(self, folder: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder = folder
        self._place = place
        self.taken: list[tuple[str, Path]] = []
        for sink in (FileLog, SqliteLog):
            self._watch(sink, sink.append, monkeypatch)

    def _watch(
        self, sink: type[FileLog | SqliteLog], append: Callable[..., None], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def watched(this: FileLog | SqliteLog, entry: LogEntry) -> None:
            self._take(f"before {entry.state} in {sink.__name__}")
            append(this, entry)
            self._take(f"{entry.state} in {sink.__name__}")

        monkeypatch.setattr(sink, "append", watched)

    def _take(self, when: str) -> None:
        image = self._place / str(len(self.taken))
        shutil.copytree(self._folder, image)
        self.taken.append((when, image))


@pytest.mark.parametrize("kill", ["K10"])
async def test_a_kill_while_evidence_is_written_leaves_the_sale_not_known(
    kill: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, folder = VirtualTime(), tmp_path / "desk"
    with service(older=True) as server:
        async with timed_desk(folder, clock, server) as counter:
            request = await lose_answer(counter, worked=True)
            images = Images(folder, tmp_path / kill, monkeypatch)
            await counter.desk.unknown_outcomes.look(request)
            monkeypatch.undo()
        assert len(images.taken) == 4
        for when, image in images.taken:
            async with timed_desk(image, clock, server) as counter:
                assert [each.state for each in counter.journal.attempts()] == [State.UNKNOWN], when
                assert counter.journal.recovery.sentences == (), when
                findings = await counter.desk.unknown_outcomes.look(request)
                assert findings.is_open, when


@pytest.mark.parametrize("kill", ["K11"])
async def test_a_kill_after_a_permission_asks_again(
    kill: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, folder = VirtualTime(), tmp_path / "desk"
    with service(older=True) as server:
        async with timed_desk(folder, clock, server) as counter:
            draft = await counter.draft()
            request = await lose_answer(counter, worked=False)
            clock.let_pass(400)
            images = Images(folder, tmp_path / kill, monkeypatch)
            await counter.desk.unknown_outcomes.authorise_resend(request, TOLD)
            monkeypatch.undo()
        for when, image in images.taken:
            async with timed_desk(image, clock, server) as counter:
                assert [each.state for each in counter.journal.attempts()] == [State.UNKNOWN], when
                again = await counter.desk.selling.preflight(draft)
                assert "outcome is not known" in again.blocked, when
                pressed = replace(again, blocked="")
                assert isinstance(await counter.desk.selling.book(pressed, nobody), NotSold), when
        assert server.world.bookings == ()


@pytest.mark.parametrize("worked", [True, False])
@pytest.mark.parametrize("kill", ["K12"])
async def test_a_kill_in_a_cancellation_is_decided_by_readings(
    kill: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, worked: bool
) -> None:
    clock, folder = VirtualTime(), tmp_path / "desk"
    with service() as server:
        async with timed_desk(folder, clock, server) as counter:
            receipt = await counter.sell()
            order = await accepted_seats(counter.desk, Booking(receipt.booking_ref, is_boat=False, qty=2), 2)
            images = Images(folder, tmp_path / kill, monkeypatch)
            if not worked:
                server.faults.before_work(CONFIRM, silent=False)
            await counter.desk.cancellation.confirm(order, nobody)
            monkeypatch.undo()
        for when, image in images.taken:
            async with timed_desk(image, clock, server) as counter:
                cancelling = counter.desk.cancellation
                found = [each for each in counter.journal.attempts() if each.kind is Kind.CANCEL]
                if when == "before PREPARED in FileLog":
                    assert found == []
                    continue
                (attempt,) = found
                is_early = "PREPARED" in when or when == "before DISPATCHED in FileLog"
                if is_early:
                    assert attempt.state is State.NOT_SENT, when
                elif attempt.state is not State.CANCELLED:
                    assert attempt.state is State.UNKNOWN, when
                    (intent_id,) = await cancelling.open_intents()
                    known = await cancelling.look(intent_id)
                    assert known.stage is (Stage.CANCELLED if worked else Stage.WAITING), when
        assert server.world.bookings[0].is_cancelled is worked

"""Bugs in how an order leaves, and in how its answer is read."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from decimal import Decimal
from typing import Any

from app.api.messages import json_decoding
from app.api.messages.errors import NoAnswerError, NotSentError, RefusedError, UnreadableAnswerError
from app.api.messages.json_decoding import Decoded
from app.api.wire import classification, sender
from app.api.wire.money_fields import MoneyFields
from app.api.wire.sender import ExceptionBoundary
from app.api.wire.transport import WatchedStream
from app.api.wire.upload import Upload
from tests.simulation.patches import Patches
from tests.simulation.plants.plants import Bed

BED = Bed()


@BED.plant
def record_behind_the_byte(patches: Patches) -> None:
    """The record is written when the last byte has left already."""

    async def released(self: Any, body: bytes, _: object) -> AsyncIterator[bytes]:
        self.is_released = True
        yield body
        await self._run_dispatch()

    patches.put(Upload, "_released", released)


@BED.plant
def release_that_is_not_noted(patches: Patches) -> None:
    """What fails after the last byte counts as never sent."""

    async def released(self: Any, body: bytes, line: Any) -> AsyncIterator[bytes]:
        yield body[:-1]
        await self._hold(line)
        yield body[-1:]

    patches.put(Upload, "_released", released)


@BED.plant
def whole_body_before_the_record(patches: Patches) -> None:
    """All bytes leave, then the record is written."""

    async def released(self: Any, body: bytes, line: Any) -> AsyncIterator[bytes]:
        yield body
        await self._hold(line)
        self.is_released = True

    patches.put(Upload, "_released", released)


@BED.plant
def no_wait_for_acknowledgement(patches: Patches) -> None:
    """Nobody asks whether the service has the bytes before the last."""

    async def until_taken(_: object, __: float) -> bool:
        return True

    patches.put(WatchedStream, "until_taken", until_taken)


@BED.plant
def no_listening(patches: Patches) -> None:
    """Nobody listens whether the service has spoken."""

    async def is_silent(_: object, __: float) -> bool:
        return True

    patches.put(WatchedStream, "is_silent", is_silent)


@BED.plant
def no_listening_after_the_record(patches: Patches) -> None:
    """What the service says while the record is written is not heard."""

    async def hold(self: Any, line: Any) -> None:
        stream = line.stream
        if await stream.until_taken(1.0) and await stream.is_silent(0.02):
            await self._run_dispatch()
            return
        raise NotSentError("the peer has spoken")

    patches.put(Upload, "_hold", hold)


@BED.plant
def clock_that_is_not_started_again(patches: Patches) -> None:
    """After the record is written, nothing ends a call that gets no answer."""

    async def run_dispatch(self: Any) -> None:
        self._deadline.reschedule(None)
        await self._dispatch()
        self.is_dispatched = True

    patches.put(Upload, "_run_dispatch", run_dispatch)


@BED.plant
def dispatch_error_is_ignored(patches: Patches) -> None:
    """The last byte leaves although the record could not be written."""

    async def run_dispatch(self: Any) -> None:
        with ExceptionBoundary():
            await self._dispatch()
        self.is_dispatched = True

    patches.put(Upload, "_run_dispatch", run_dispatch)


@BED.plant
def failure_is_not_sent(patches: Patches) -> None:
    """Every failure of the line counts as never sent."""

    def money_failure(*_: object) -> Exception:
        return NotSentError("the line failed")

    patches.put(sender, "_money_failure", money_failure)


@BED.plant
def order_is_sent_again(patches: Patches) -> None:
    """An order without an answer is sent once more, without a record."""
    spend = sender.Sender.spend

    async def nothing() -> None:
        """No record."""

    async def twice(self: Any, call: Any, dispatch: Any, answer: Any, told: Any = None) -> Any:
        try:
            return await spend(self, call, dispatch, answer, told)
        except NoAnswerError:
            return await spend(self, call, nothing, answer, told)

    patches.put(sender.Sender, "spend", twice)


@BED.plant
def server_error_is_a_refusal(patches: Patches) -> None:
    """An answer with 5xx counts as refused."""
    patches.put(classification, "_REFUSING", range(400, 600))


@BED.plant
def error_with_200_is_a_refusal(patches: Patches) -> None:
    """An answer that says ERROR counts as refused, whatever its status."""
    patches.put(classification, "_REFUSING", range(200, 500))


@BED.plant
def refusal_with_a_reference(patches: Patches) -> None:
    """A refusal counts although it names a booking."""
    read = classification.money_fields

    def money_fields(*args: Any) -> MoneyFields:
        return replace(read(*args), has_evidence=False)

    def is_repetition(*_: object) -> bool:
        return False

    patches.put(classification, "money_fields", money_fields)
    # Such a refusal mostly says that the order was there before, which is a defence of its own.
    patches.put(classification, "_is_repetition", is_repetition)


@BED.plant
def answer_to_another(patches: Patches) -> None:
    """The answer to another desk's order is taken for ours."""

    def is_foreign(*_: object) -> bool:
        return False

    patches.put(classification, "is_foreign", is_foreign)


@BED.plant
def anything_is_success(patches: Patches) -> None:
    """Whatever the status says, a reference is a booking."""

    def is_settling(found: MoneyFields, _: object) -> bool:
        return len(found.references) == 1

    patches.put(classification, "_is_settling", is_settling)


@BED.plant
def page_of_a_proxy_is_a_refusal(patches: Patches) -> None:
    """A 4xx that no service of ours has written counts as refused."""
    judge = classification.money_verdict

    def money_verdict(reply: Any, question: Any, answer: Any) -> Any:
        try:
            return judge(reply, question, answer)
        except UnreadableAnswerError as error:
            if error.http_status in range(400, 500):
                raise RefusedError(http_status=reply.http_status, code=None, words=None) from None
            raise

    patches.put(sender, "money_verdict", money_verdict)


@BED.plant
def wall_is_a_refusal(patches: Patches) -> None:
    """What a wall in front of the service says counts as the refusal of the service."""

    def bears_wall(_: object) -> bool:
        return False

    patches.put(classification, "bears_wall", bears_wall)


@BED.plant
def last_of_two_references(patches: Patches) -> None:
    """Of a field that stands twice in an answer, the last one counts."""

    def decoded(body: bytes) -> Decoded:
        try:
            return Decoded(json.loads(body, parse_float=Decimal), is_spoiled=False)
        except ValueError:
            raise json_decoding.UnreadableBodyError("it is not JSON") from None

    patches.put(classification, "decoded", decoded)


@BED.plant
def early_end_is_believed_done(patches: Patches) -> None:
    """A line that ends before the request is whole is not told from one that ends after it."""

    def is_large(_: object) -> bool:
        return False

    async def pieces(self: Any, body: Any, line: Any) -> Any:
        self.is_released = True
        async for piece in vars(Upload)["_released"](self, body.whole(), line):
            yield piece

    patches.put(sender, "is_large", is_large)
    patches.put(Upload, "pieces", pieces)

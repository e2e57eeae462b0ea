"""TaskScope and the way to a thread."""

from __future__ import annotations

import asyncio
import gc
import threading
from functools import partial

import pytest

from app.core.tasks import TaskScope, in_own_thread


class Errors:
    """What a scope was told of."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, str]] = []

    def __call__(self, name: str, error: Exception) -> None:
        self.seen.append((name, repr(error)))


class Work:
    """Work that waits until it is let go, and says how it ended."""

    def __init__(self) -> None:
        self.began = asyncio.Event()
        self.go_on = asyncio.Event()
        self.tidied = asyncio.Event()
        self.ending = "never began"

    async def do(self) -> None:
        self.ending = "running"
        self.began.set()
        try:
            await self.go_on.wait()
        except asyncio.CancelledError:
            await asyncio.sleep(0)
            self.ending = "cancelled"
            raise
        else:
            self.ending = "done"
        finally:
            self.tidied.set()


async def test_work_runs_to_its_end_and_its_name_is_free_again() -> None:
    errors, work = Errors(), Work()
    scope = TaskScope(errors)
    scope.start("read", work.do())
    assert scope.is_running("read")
    work.go_on.set()
    await scope.finish()
    assert work.ending == "done"
    assert not scope.is_running("read")
    assert errors.seen == []


async def test_work_is_over_as_soon_as_it_has_ended() -> None:
    scope = TaskScope(Errors())
    scope.start("read", asyncio.sleep(0))
    # Its last step comes just before this goes on, and its callback after it.
    await asyncio.sleep(0)
    assert scope.is_running("read")
    await asyncio.sleep(0)
    assert not scope.is_running("read")


async def test_the_same_name_replaces_and_the_replaced_work_tidies_up() -> None:
    errors, first, second = Errors(), Work(), Work()
    scope = TaskScope(errors)
    scope.start("read", first.do())
    await first.began.wait()
    scope.start("read", second.do())
    await asyncio.gather(first.tidied.wait(), second.began.wait())
    assert (first.ending, second.ending) == ("cancelled", "running")
    assert scope.is_running("read")
    second.go_on.set()
    await scope.finish()
    assert second.ending == "done"
    assert errors.seen == []


async def test_what_is_told_during_a_reading_is_read_once_after_it() -> None:
    errors, first, begun = Errors(), Work(), list[str]()

    async def read(what: str) -> None:
        begun.append(what)

    scope = TaskScope(errors)
    scope.follow("read", first.do)
    await first.began.wait()
    for what in ("old", "new"):
        scope.follow("read", partial(read, what))
    assert begun == []
    first.go_on.set()
    await scope.finish()
    assert (first.ending, begun) == ("done", ["new"])
    assert not scope.is_running("read")
    assert errors.seen == []


@pytest.mark.parametrize("is_one", [True, False])
async def test_what_is_told_is_read_after_what_replaced_a_reading_and_never_after_its_end(
    *, is_one: bool
) -> None:
    first, second, begun = Work(), Work(), list[str]()

    async def read() -> None:
        begun.append("read")

    scope = TaskScope(Errors())
    scope.start("read", first.do())
    await first.began.wait()
    scope.follow("read", read)
    scope.start("read", second.do())
    await asyncio.gather(first.tidied.wait(), second.began.wait())
    assert begun == []
    second.go_on.set()
    await scope.finish()
    assert begun == ["read"]
    scope.start("read", Work().do())
    scope.follow("read", read)
    scope.cancel("read") if is_one else scope.cancel_all()
    scope.start("read", asyncio.sleep(0))
    await scope.finish()
    assert begun == ["read"]


async def test_other_names_are_left_alone() -> None:
    slots, wallet = Work(), Work()
    scope = TaskScope(Errors())
    scope.start("slots", slots.do())
    scope.start("wallet", wallet.do())
    await asyncio.gather(slots.began.wait(), wallet.began.wait())
    scope.start("slots", asyncio.sleep(0))
    wallet.go_on.set()
    await scope.finish()
    assert (slots.ending, wallet.ending) == ("cancelled", "done")


async def test_cancelling_all_ends_all_quietly_and_new_work_may_begin() -> None:
    errors, works, later = Errors(), [Work(), Work()], Work()
    scope = TaskScope(errors)
    for number, work in enumerate(works):
        scope.start(str(number), work.do())
    await asyncio.gather(*(work.began.wait() for work in works))
    scope.cancel_all()
    assert not scope.is_running("0")
    scope.start("0", later.do())
    later.go_on.set()
    await scope.finish()
    assert [work.ending for work in works] == ["cancelled", "cancelled"]
    assert later.ending == "done"
    assert errors.seen == []


async def test_cancelling_twice_does_not_cut_the_tidying_up_short() -> None:
    work, scope = Work(), TaskScope(Errors())
    scope.start("read", work.do())
    await work.began.wait()
    scope.cancel_all()
    scope.cancel_all()
    await scope.finish()
    assert work.ending == "cancelled"


async def test_work_cancelled_before_it_began_is_quiet() -> None:
    errors, work = Errors(), Work()
    scope = TaskScope(errors)
    scope.start("read", work.do())
    scope.cancel_all()
    await scope.finish()
    assert work.ending == "never began"
    assert errors.seen == []


async def fail(text: str) -> None:
    await asyncio.sleep(0)
    raise LookupError(text)


async def test_what_goes_wrong_is_told_with_its_name() -> None:
    errors = Errors()
    scope = TaskScope(errors)
    scope.start("slots", fail("gone"))
    await scope.finish()
    assert errors.seen == [("slots", "LookupError('gone')")]
    assert not scope.is_running("slots")


async def fail_on_cancel(began: asyncio.Event) -> None:
    began.set()
    try:
        await asyncio.Event().wait()
    finally:
        await fail("while ending")


@pytest.mark.parametrize("ending", ["replaced", "cancelled"])
async def test_what_goes_wrong_in_ended_work_is_told_too(ending: str) -> None:
    errors, began = Errors(), asyncio.Event()
    scope = TaskScope(errors)
    scope.start("read", fail_on_cancel(began))
    await began.wait()
    if ending == "replaced":
        scope.start("read", asyncio.sleep(0))
    else:
        scope.cancel_all()
    await scope.finish()
    assert errors.seen == [("read", "LookupError('while ending')")]


async def test_running_work_outlives_a_collection() -> None:
    work, scope = Work(), TaskScope(Errors())
    scope.start("read", work.do())
    await work.began.wait()
    gc.collect()
    work.go_on.set()
    await scope.finish()
    assert work.ending == "done"


async def test_work_that_a_library_is_cancelling_for_itself_is_cancelled_all_the_same() -> None:
    reached, finished = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        task = asyncio.current_task()
        assert task is not None
        # As anyio does to end one of its own scopes: a cancellation that it takes back.
        task.cancel()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            reached.set()
            await asyncio.Event().wait()
        finally:
            finished.set()

    errors = Errors()
    scope = TaskScope(errors)
    scope.start("reading", work())
    await reached.wait()
    scope.cancel_all()
    await scope.finish()
    assert finished.is_set()
    assert errors.seen == []


async def test_a_call_in_its_own_thread_returns_or_raises() -> None:
    assert await in_own_thread(lambda: threading.current_thread().daemon)
    with pytest.raises(ZeroDivisionError):
        await in_own_thread(lambda: divmod(1, 0))


async def test_a_call_that_does_not_return_is_not_waited_for() -> None:
    go_on, ended = threading.Event(), threading.Event()

    def call() -> None:
        go_on.wait()
        ended.set()

    with pytest.raises(TimeoutError):
        await asyncio.wait_for(in_own_thread(call), 0.01)
    go_on.set()
    assert await asyncio.to_thread(ended.wait, 5)


async def test_work_is_waited_for_until_it_ends_or_the_time_is_over() -> None:
    scope, end = TaskScope(Errors()), asyncio.Event()
    await scope.wait("reading", 10)
    scope.start("reading", end.wait())
    await scope.wait("reading", 0.001)
    assert scope.is_running("reading")
    asyncio.get_running_loop().call_soon(end.set)
    await scope.wait("reading", 10)
    assert not scope.is_running("reading")
    await scope.finish()

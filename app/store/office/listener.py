"""Listens to what other desks write into the office's shared database, on a connection of its own."""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import cast

import psycopg
from psycopg import pq
from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine.default import DefaultExecutionContext
from sqlalchemy.engine.interfaces import DBAPICursor

from app.store.sql.engine import is_pooled

_BEAT_SECONDS = 0.7
"""Seconds of silence after which the server is asked whether it is still there."""
_ANSWER_SECONDS = 1.0
"""Seconds within which it must answer."""
_NOTHING = b""
_WRITES = b"SELECT txid_current_snapshot()"
"""Its answer changes whenever somebody has written something: what is asked where nothing can be heard."""
_WROTE = "wrote"


class LostError(Exception):
    """The connection that listens is lost, or the server does not answer on it."""


class Listener:
    """Waits for others' writes. `wait` is for one thread; `wake` and `close` are for any."""

    def __init__(
        self, engine: Engine, listening: str, desk: str, quiet: Callable[[], object] = lambda: None
    ) -> None:
        """Begin to listen by a statement. Raises SQLAlchemyError or psycopg.Error.

        What the desk itself has written is not heard. `quiet` is called at each beat of silence.
        """
        self._quiet = quiet
        self._desk = desk.encode()
        self._beat, self._seen = _NOTHING, b""
        held = engine.raw_connection()
        self._connection = cast("psycopg.Connection[object]", held.driver_connection)
        held.detach()
        try:
            self._connection.set_autocommit(True)
            if is_pooled(self._connection):
                # LISTEN would stay with a process that the next desk is given.
                self._beat = _WRITES
                self._ask(self._connection.pgconn)
            else:
                self._connection.execute(listening.encode())
        except BaseException:
            self._connection.close()
            raise
        # The select of Windows knows sockets alone.
        self._wakes, self._woken = socket.socketpair()

    def wait(self) -> bool:
        """Whether another desk has written something; False soon after `wake`.

        Raises LostError or psycopg.Error when the connection is lost.
        """
        raw = self._connection.pgconn
        while True:
            ready, _, _ = select.select([raw.socket, self._woken], [], [], _BEAT_SECONDS)
            if self._woken in ready:
                return False
            if ready:
                raw.consume_input()
            else:
                has_changed = self._ask(raw)
                self._quiet()
                if has_changed:
                    return True
            if self._has_heard(raw):
                return True

    def pause(self, seconds: float) -> None:
        """Let some time pass, so that a busy office is not followed at every write; ends with `wake`."""
        select.select([self._woken], [], [], seconds)

    def wake(self) -> None:
        """End the waiting for good."""
        with suppress(OSError):
            self._wakes.send(b"0")

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()
        self._wakes.close()
        self._woken.close()

    def _ask(self, raw: pq.abc.PGconn) -> bool:
        """Whether the answer of the server to the question of a beat is another one than before.

        A server that stands still accepts bytes, so its answer is awaited.
        """
        before = self._seen
        raw.send_query(self._beat)
        until = time.monotonic() + _ANSWER_SECONDS
        raw.flush()
        while raw.is_busy():
            left = until - time.monotonic()
            ready, _, _ = select.select([raw.socket], [], [], max(0.0, left))
            if not ready:
                raise LostError
            raw.consume_input()
        while (result := raw.get_result()) is not None:
            self._seen = result.get_value(0, 0) or b""
        return self._seen != before

    def _has_heard(self, raw: pq.abc.PGconn) -> bool:
        has_heard = False
        while (note := raw.notifies()) is not None:
            has_heard |= note.extra != self._desk
        return has_heard


def tell_writes(engine: Engine, telling: str, desk: str) -> None:
    """Run a statement with the name of this desk before the end of each transaction that has written."""

    def note(connection: Connection, cursor: DBAPICursor, *about: object) -> None:
        context = next((each for each in about if isinstance(each, DefaultExecutionContext)), None)
        if context is None or cursor.rowcount == 0:
            return
        if context.isinsert or context.isupdate or context.isdelete:
            connection.info[_WROTE] = True

    def tell(connection: Connection) -> None:
        if connection.info.pop(_WROTE, False):
            connection.exec_driver_sql(telling, {"desk": desk})

    def forget(connection: Connection) -> None:
        connection.info.pop(_WROTE, None)

    event.listen(engine, "after_cursor_execute", note)
    event.listen(engine, "commit", tell)
    event.listen(engine, "rollback", forget)

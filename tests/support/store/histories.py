"""Histories of a journal for property tests: sales, cancellations and clocks that are set back."""

from __future__ import annotations

from datetime import timedelta
from types import MappingProxyType

from hypothesis import strategies as st

from app.store.journal.attempt import Attempt, attempts_of
from app.store.journal.hash_chain import JsonScalar, LogEntry
from app.store.journal.states import Kind, State, is_open, may_follow
from tests.support.desk.samples import DRAFT, NOW, TODAY, WALLET

Kept = dict[str, JsonScalar]
_SALES = ("one", "two", "three", "four")
_AGENTS = (WALLET.agent_id, WALLET.agent_id, "", "another")
_USUAL = frozenset({State.DISPATCHED, State.SETTLED, State.CANCELLED})
_BOOKED = frozenset({State.SETTLED, State.RESOLVED_BOOKED})
SLOTS = (9001, 9002)
"""Of these two slots the sales are, each to one of two phones."""
PHONES = (DRAFT.customer_phone, "9000000001")


@st.composite
def histories(draw: st.DrawFn) -> tuple[Attempt, ...]:
    """Attempts in the order in which they began, of few sales, bookings, agents and customers.

    The clock is set back once at most, by more than a day.
    """
    entries: list[LogEntry] = []
    newest: dict[tuple[str, int], State] = {}
    at = NOW - timedelta(days=6)
    # Of a booking of this counter, one of another, or in letters that are not the service's.
    refs = {
        name: draw(st.sampled_from((f"PNR-{name}", f"PNR-{name}", f"pnr-{name}", "PNR-elsewhere")))
        for name in _SALES
    }
    set_back = draw(st.integers(1, 40))
    for seq in range(1, draw(st.sampled_from((2, 10, 40))) + 1):
        at += timedelta(hours=-30 if seq == set_back else draw(st.sampled_from((1, 1, 1, 9, 40))), minutes=7)
        kind = draw(st.sampled_from(Kind))
        name = draw(st.sampled_from(_SALES))
        intent = name if kind is Kind.CREATE else f"{name} back"
        number = max((attempt for one, attempt in newest if one == intent), default=0)
        before = newest.get((intent, number))
        if before in _BOOKED:
            # Nothing of a sale that was made is sent once more.
            continue
        following = [each for each in State if may_follow(kind, before, each)]
        # Most of them go as they should.
        following += 4 * [each for each in following if each in _USUAL]
        # A sale is not sent once more while it is open; a cancellation may be.
        may_be_new = before is not None and (kind is Kind.CANCEL or not is_open(before))
        if before is None or not following or (may_be_new and draw(st.integers(0, 9)) == 0):
            number, following = number + 1, [State.PREPARED]
        wanted = newest[intent, number] = draw(st.sampled_from(following))
        facts = _facts(draw, name, wanted) if kind is Kind.CREATE else _given_back(refs[name], wanted)
        private: Kept = {}
        if kind is Kind.CREATE and wanted is State.PREPARED and draw(st.booleans()):
            slot = f"ACTIVITY|{facts['availability_id']}|{facts['day']}"
            private = {"fingerprint": f"{slot}|{facts['qty']}|{draw(st.sampled_from(PHONES))}"}
        told = MappingProxyType(facts), MappingProxyType(private)
        entries.append(
            LogEntry(seq, at, intent, number, f"request {intent}", kind, wanted, *told, "", "", "", "")
        )
    return tuple(attempts_of(entries).values())


def _facts(draw: st.DrawFn, name: str, state: State) -> Kept:
    if state is State.PREPARED:
        return {
            "module": "ACTIVITY",
            "day": TODAY.isoformat(),
            "availability_id": str(draw(st.sampled_from(SLOTS))),
            "qty": draw(st.integers(1, 2)),
            "agent_id": draw(st.sampled_from(_AGENTS)),
            "asked_as": draw(st.sampled_from(_SALES)),
            "content_sha256": draw(st.sampled_from(("a", "b"))),
            "expected_low": "80",
            "expected_high": "100",
            "customer_pays": "110",
        }
    if state in _BOOKED:
        return {"booking_ref": f"PNR-{name}", "total_debited": "90", "from_cash": "90", "from_credit": "0"}
    return {}


def _given_back(ref: str, state: State) -> Kept:
    if state is State.PREPARED:
        return {"booking_ref": ref, "qty": 1, "agent_id": WALLET.agent_id}
    return {"refund": "70", "charge": "20"} if state is State.CANCELLED else {}

"""Sales that were said not to be made are told once the ledger names them, and no others."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from app.desk.payment.contradiction import contradicted
from app.store.journal.attempt import Attempt
from app.store.journal.states import Kind, State
from tests.support.desk.samples import NOW, WALLET

NAMED = '{"ref": "r"}'
_FACTS = MappingProxyType[str, str | int | None]({"agent_id": WALLET.agent_id})
_NOTHING = MappingProxyType[str, str | int | None]({})
GIVEN_UP = Attempt("one", 1, "r", Kind.CREATE, State.RESOLVED_NOT_BOOKED, _FACTS, _NOTHING, NOW, NOW, ())


def _again(state: State) -> Attempt:
    return replace(GIVEN_UP, attempt=2, state=state)


@pytest.mark.parametrize(
    ("attempts", "ledger", "is_told"),
    [
        ((GIVEN_UP,), (NAMED,), True),
        ((GIVEN_UP,), ('{"ref": "other"}',), False),
        ((GIVEN_UP,), (), False),
        ((replace(GIVEN_UP, facts=_NOTHING),), (NAMED,), False),
        ((replace(GIVEN_UP, kind=Kind.CANCEL),), (NAMED,), False),
        ((_again(State.REJECTED),), (NAMED,), False),
        # Sent again by leave under the same number: the one entry is that of the second sending.
        ((GIVEN_UP, _again(State.SETTLED)), (NAMED,), False),
        ((GIVEN_UP, _again(State.RESOLVED_BOOKED)), (NAMED,), False),
        ((GIVEN_UP, _again(State.BOOKED_REF_LOST)), (NAMED,), False),
        ((GIVEN_UP, _again(State.UNKNOWN)), (NAMED, NAMED), False),
        ((GIVEN_UP, _again(State.NOT_SENT)), (NAMED,), True),
        # Another sale tells nothing of this one.
        ((GIVEN_UP, replace(_again(State.SETTLED), request_id="s")), (NAMED,), True),
        ((GIVEN_UP, replace(_again(State.UNKNOWN), request_id="s")), (NAMED,), True),
        # Cash and credit of one booking are two entries; two references are two bookings.
        ((GIVEN_UP, _again(State.SETTLED)), ('{"for": "r", "pnr": "ABC123"}',) * 2, False),
        (
            (GIVEN_UP, _again(State.SETTLED)),
            ('{"for": "r", "pnr": "ABC123"}', '{"for": "r", "pnr": "ABC124"}'),
            True,
        ),
        (
            (GIVEN_UP, _again(State.BOOKED_REF_LOST)),
            ('{"for": "r", "pnr": "ABC123"}', '{"for": "r", "pnr": "ABC124"}'),
            True,
        ),
    ],
)
def test_what_the_ledger_contradicts(
    attempts: tuple[Attempt, ...], ledger: tuple[str, ...], *, is_told: bool
) -> None:
    found = contradicted(attempts, replace(WALLET, ledger=ledger))
    assert found == ((GIVEN_UP,) if is_told else ())

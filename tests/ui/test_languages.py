"""Each screen in a language that brackets every text, for what has escaped; and in Hindi, in each size."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Generator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

from app.core import language
from app.core.language import IN_EACH, LANGUAGES
from app.ui.handbook.handbook_sheet import chapters
from app.ui.kit.basics import painting
from tests.support.desk.boat_samples import BOAT_DRAFT
from tests.support.ui.after_sales import JOURNEYS
from tests.support.ui.closing_day import CLOSING
from tests.support.ui.fitting import Fitter
from tests.support.ui.line_scenes import HALF_UNDERSTOOD, OTHER_NAME, UNDERSTOOD
from tests.support.ui.picturing import Covered
from tests.support.ui.pseudo import PSEUDO, said
from tests.support.ui.said_texts import Seen, data_of, left_unsaid, painted, seen
from tests.support.ui.scenes import EMAIL, NAME, PEOPLE, PHONE, Journey, Take, travelling
from tests.support.ui.selling import Clerk
from tests.support.ui.settling_in import SETTING_UP
from tests.support.ui.storm_scenes import TYPED as STORM_TYPED
from tests.support.ui.taking_payment import TAKING
from tests.support.ui.travelling_day import PEOPLE as PARTIES
from tests.support.ui.travelling_day import REMINDER, TRAVELLING, WAITING

# It walks every screen, and what it goes through is covered by the tests of each.
pytestmark = pytest.mark.no_cover

TYPED = (
    NAME,
    PHONE,
    EMAIL,
    PEOPLE,
    STORM_TYPED,
    PARTIES,
    REMINDER,
    WAITING,
    "Agency Counter",
    "PRACTICE",
    "Asha Rao",
    BOAT_DRAFT.customer_email,
    "vogel-passport.jpg",
    "swaraj",
    "scu",
    "scuba",
    OTHER_NAME,
    *UNDERSTOOD.split(),
    *HALF_UNDERSTOOD.split(),
)
SERVICE = (
    "Confirmed",
    "Paid",
    "None",
    "No seats left",
    "Booking closed at 06:00",
    "Booking closed at 07:30",
    "Booking closed at 05:00",
    "status",
    *(f"traveler_manifest {number}.passenger_id" for number in range(1, 5)),
    "true",
    "note",
    "later",
    "The provider of the BOAT module is not configured.",
    "AVAILABILITY_OVERRIDE wins when it is set",
)
"""What the service says of its own things, as it says it."""
HANDBOOK = tuple(chapter.title for chapter in chapters(language.SOURCE))
"""Is written in each language, and in no other."""
ELSEWHERE_SAID = {"app.ui.vouchers.preview", "app.ui.travelling.message_panel"}
"""Speak the language of the customer, whatever the counter speaks."""


@pytest.fixture
def to_paint(monkeypatch: pytest.MonkeyPatch) -> list[Seen]:
    """What is painted, as it is handed to the painter."""
    texts: list[Seen] = []

    laid_out: Callable[..., object] = painting.laid_out

    def told(text: str, *place: object) -> object:
        texts.append(painted(text, 2))
        return laid_out(text, *place)

    monkeypatch.setattr(painting, "laid_out", told)
    return texts


@pytest.fixture(autouse=True)
def pseudo() -> Generator[None]:
    with language.lent(PSEUDO, said()):
        language.use(PSEUDO)
        yield


@pytest.fixture
def camera(to_paint: list[Seen]) -> Callable[[Clerk], Take]:
    """Looks on each screen for what escaped."""

    def of(clerk: Clerk) -> Take:
        fitter = Fitter(clerk, ())

        async def take(name: str, *_covered: Covered) -> None:
            # A message is in the customer's language, whatever the program's is.
            told = [each.text() for each in clerk.window.findChildren(QLabel, "message_text")]
            data = data_of(
                TYPED, SERVICE, clerk.counter.world, _ledger(clerk), LANGUAGES, IN_EACH, HANDBOOK, told
            )
            to_paint.clear()
            clerk.window.grab()
            escaped = {
                f"{each} has {unsaid!r}"
                for each in [*seen(clerk.window), *to_paint]
                if not any(said in each.module for said in ELSEWHERE_SAID)
                and (unsaid := left_unsaid(each.text, data))
            }
            assert not escaped, f"{name}:\n" + "\n".join(sorted(escaped))
            await fitter.take_in_hindi(name)
            assert "\n".join(fitter.faults) == ""

        def looked(name: str, *covered: Covered) -> Awaitable[None]:
            return take(name, *covered)

        return looked

    return of


def _ledger(clerk: Clerk) -> list[object]:
    """The entries of the wallet's ledger, field by field, and what is shown whole of them."""
    wallet = clerk.counter.desk.wallet.last
    entries: list[dict[str, object]] = [json.loads(each) for each in wallet.ledger] if wallet else []
    whole = [json.dumps(value, separators=(",", ":")) for entry in entries for value in entry.values()]
    return [*entries, *whole]


@pytest.mark.prove("tests of texts find what is not translated; this, what was never said to be a text")
@pytest.mark.parametrize(
    "journey",
    [*JOURNEYS, *CLOSING, *SETTING_UP, *TAKING, *TRAVELLING],
    ids=lambda journey: journey.__name__,
)
async def test_every_screen_is_said_in_another_language_at_once(
    journey: Journey, camera: Callable[[Clerk], Take], tmp_path: Path
) -> None:
    async with travelling(tmp_path, camera) as clerk:
        await journey(clerk)


@pytest.mark.parametrize(
    ("text", "unsaid"),
    [
        ("\u27e6Pick a slot\u27e7", ""),
        ("\u27e6Read \u27e6Sat\u27e7 21\u27e7, Scuba dive", ""),
        ("Not stated", "Not stated"),
        ("\u27e6Status\u27e7, Not stated, 3,800.00", "Not stated"),
        ("INR 3,800.00", ""),
        ("Ctrl Enter", ""),
        ("scuba dive", ""),
        ("\u27e6Read\u2026", ""),
    ],
)
def test_untranslated_texts_are_found(text: str, unsaid: str) -> None:
    assert left_unsaid(text, data_of(("Scuba dive",))) == unsaid

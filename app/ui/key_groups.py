"""The keys of every screen, for the list of them in the settings."""

from __future__ import annotations

from app.language import mark
from app.ui.pages.activities import ActivitiesPage
from app.ui.pages.boats import BoatsPage
from app.ui.pages.booked import BookedPage
from app.ui.pages.bookings import BookingsPage
from app.ui.pages.cancel import CancelPage
from app.ui.pages.outcome import OutcomePage
from app.ui.pages.passengers import PassengersPage
from app.ui.pages.review import ReviewPage
from app.ui.pages.settings import SettingsPage
from app.ui.pages.slots import SlotsPage
from app.ui.parts.keyboard_settings import KeyGroup


def key_groups() -> tuple[KeyGroup, ...]:
    """Each screen with the keys of its own."""
    return (
        (mark("Activities"), ActivitiesPage.keys),
        (mark("Slots"), SlotsPage.keys),
        (mark("Boats"), BoatsPage.keys),
        (mark("Passengers"), PassengersPage.keys),
        (mark("Last look"), ReviewPage.keys),
        (mark("Booked"), BookedPage.keys),
        (mark("Bookings"), BookingsPage.keys),
        (mark("Cancel"), CancelPage.keys),
        (mark("Outcome not known"), OutcomePage.keys),
        (mark("Settings"), SettingsPage.keys),
    )

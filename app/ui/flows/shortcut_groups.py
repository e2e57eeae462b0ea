"""The keys of every screen, for the list of them in the settings."""

from __future__ import annotations

from app.core.language import mark
from app.ui.bookings.bookings_page import BookingsPage
from app.ui.bookings.unknown_outcome_page import OutcomePage
from app.ui.cancellation.cancel_page import CancelPage
from app.ui.catalogue.activities_page import ActivitiesPage
from app.ui.catalogue.boats_page import BoatsPage
from app.ui.passengers.passengers_page import PassengersPage
from app.ui.sale.booked_page import BookedPage
from app.ui.sale.review_page import ReviewPage
from app.ui.settings.keyboard import KeyGroup
from app.ui.settings.settings_page import SettingsPage
from app.ui.slots.slots_page import SlotsPage


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

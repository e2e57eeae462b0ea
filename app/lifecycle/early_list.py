"""The kept activities on screen while what can read and sell is still imported."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, cast

from app.core.settings import Settings
from app.desk.bookings.local_cache import LocalCache
from app.desk.catalogue.catalogue import Catalogue
from app.desk.model.moment import Moment
from app.desk.model.sale import Profile
from app.lifecycle.profile import ProfileError, ServiceProfile, practice_profile, profile_of, service_profile
from app.store.files.answers_cache import AnswersCache
from app.ui.catalogue.activities_page import ActivitiesPage
from app.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from app.desk.service.service_reader import ServiceReader


class _NoReader:
    """Stands for the reader of a service while nothing can be read from it."""

    def __init__(self, profile: Profile, day: date) -> None:
        self.profile = profile
        self._day = day

    def today(self) -> date:
        return self._day

    def moment(self) -> Moment:
        raise NotImplementedError


async def show_early(window: MainWindow, folder: Path, settings: Settings) -> ServiceProfile | None:
    """Show the kept activities of the travel date, if there are any, without what a desk is made of.

    Nothing is sold from them before the desk is there, see `show_early` of the window. Returns the service
    whose key was read for them, if one is set.
    """
    service = None
    with suppress(ProfileError):
        service = await asyncio.to_thread(service_profile, settings)
    if service is not None:
        await _show(window, folder, profile_of(service))
    elif settings.service == "practice":
        await _show(window, folder, practice_profile())
    return service


async def _show(window: MainWindow, folder: Path, profile: Profile) -> None:
    reader = cast("ServiceReader", _NoReader(profile, window.day))
    cache = LocalCache(answers=AnswersCache.of(folder / profile.name))
    page = ActivitiesPage(Catalogue(reader, cache), reader, window.day)
    if await page.show_kept():
        window.show_practice(practising=profile.is_practice, sandbox=profile.is_sandbox)
        window.show_early(page)
    else:
        window.keep_early(page)

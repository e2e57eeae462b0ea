"""`python -m app check`: reads all that can be read with the configured profile, and writes nothing.

Its output is for the administrator at a terminal: English, like the log.
"""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from app.api.client import PartnerClient
from app.api.messages.api_key import ApiKey
from app.api.messages.errors import PartnerError
from app.api.messages.requests import (
    ActivityContentQuery,
    ActivitySearchQuery,
    BoatContentQuery,
    BoatSearchQuery,
    WalletQuery,
)
from app.api.wire.transport import tls_context
from app.core.frozen import frozen
from app.desk.desk import local_now
from app.desk.files.atomic_write import NotSavedError, save_file
from app.desk.first_contact.first_look import FirstContact
from app.desk.model import formats
from app.desk.service.advice import advise_read
from app.lifecycle.profile import ProfileError, chosen_settings, service_profile
from app.practice import PRACTICE_KEY, PracticeServer, World

Show = Callable[[str], None]
MOST_SKEW_SECONDS = 120


@frozen
class CheckFinding:
    """The result of one reading in words, and whether it is as it should be."""

    text: str
    is_well: bool


def check(show: Show = print, *, report: Path | None = None, booking_ref: str = "") -> int:
    """Print one line for each reading, with its duration and any problem. Returns 0 only when all is well.

    With `report` it also writes there what the service sends, field by field, without secrets; a booking is
    part of it only when its PNR is given.
    """
    try:
        return asyncio.run(_check(show, report, booking_ref))
    except (ProfileError, ValueError) as error:
        show(f"Not checked: {error}")
        return 2


async def _check(show: Show, report: Path | None, booking_ref: str) -> int:
    async with _client(show) as client:
        today = local_now().date()
        results = [
            await _line(show, "Activities", _activities(client, today)),
            await _line(show, "Activity slots", _slots(client, today)),
            await _line(show, "Boats", _boats(client, today)),
            await _line(show, "Boat departures", _departures(client, today)),
            await _line(show, "Wallet", _wallet(client)),
            _clock_line(show, client.service_offset),
        ]
        if report is not None:
            results.append(await _report(show, client, report, booking_ref))
    is_well = all(results)
    show("All is well." if is_well else "Something is wrong: see above.")
    return 0 if is_well else 1


@asynccontextmanager
async def _client(show: Show) -> AsyncGenerator[PartnerClient]:
    """The configured service; the practice service is started for the check alone and keeps nothing."""
    profile = service_profile(chosen_settings())
    if profile is None:
        show("Checking the practice service on this computer.")
        with PracticeServer(World()) as server:
            async with PartnerClient(server.base_url, ApiKey(PRACTICE_KEY), tls=tls_context()) as client:
                yield client
        return
    show(f"Checking {profile.base_url}")
    async with PartnerClient(profile.base_url, profile.key, tls=tls_context()) as client:
        yield client


async def _line(show: Show, subject: str, work: Coroutine[Any, Any, CheckFinding]) -> bool:
    """Do one reading and print its line. Returns whether it is as it should be."""
    began = time.perf_counter()
    try:
        finding = await work
    except PartnerError as error:
        advice = advise_read(error, subject)
        finding = CheckFinding(f"{advice.what} {advice.action}", is_well=False)
    took = (time.perf_counter() - began) * 1000
    show(f"{'ok  ' if finding.is_well else 'FAIL'}  {subject:<16} {took:6.0f} ms  {finding.text}")
    return finding.is_well


async def _activities(client: PartnerClient, day: date) -> CheckFinding:
    answer = await client.content(ActivityContentQuery(travel_date=day, limit=500))
    return _counted(len(answer.items), len(answer.set_aside), "activities")


async def _slots(client: PartnerClient, day: date) -> CheckFinding:
    answer = await client.search_availability(ActivitySearchQuery(date=day))
    return _counted(len(answer.items), len(answer.set_aside), "slots")


async def _boats(client: PartnerClient, day: date) -> CheckFinding:
    answer = await client.content(BoatContentQuery(travel_date=day, limit=500))
    return _counted(len(answer.items), len(answer.set_aside), "schedules")


async def _departures(client: PartnerClient, day: date) -> CheckFinding:
    answer = await client.search_availability(BoatSearchQuery(date=day))
    return _counted(len(answer.items), len(answer.set_aside), "departures")


async def _wallet(client: PartnerClient) -> CheckFinding:
    answer = await client.wallet_balance(WalletQuery(request_id=f"check-{uuid.uuid4().hex}"))
    data = answer.data
    status = data.account_status or "not stated"
    cash = formats.amount(data.financial_balances.live_available_balance)
    runway = data.credit_facility and data.credit_facility.available_credit_runway
    credit = "not stated" if runway is None else formats.amount(runway)
    currency = data.financial_balances.currency or "not stated"
    who = f"agent {data.agent_id}, tenant {data.tenant_id}, account {status}"
    return CheckFinding(f"{who}, {currency} {cash}, credit {credit}", is_well=status.casefold() == "active")


async def _report(show: Show, client: PartnerClient, file: Path, booking_ref: str) -> bool:
    text = await FirstContact(client, local_now).report(booking_ref=booking_ref)
    try:
        save_file(file, text.encode())
    except NotSavedError as error:
        show(f"FAIL  Report              {error}")
        return False
    show(f"ok    Report              {file}")
    return True


def _counted(good: int, bad: int, noun: str) -> CheckFinding:
    text = f"{good} {noun}" if not bad else f"{good} {noun}, {bad} that could not be read"
    return CheckFinding(text, is_well=not bad)


def _clock_line(show: Show, offset: timedelta | None) -> bool:
    if offset is None:
        show("ok    Clock               the service does not state its time")
        return True
    seconds = abs(offset.total_seconds())
    is_well = seconds <= MOST_SKEW_SECONDS
    show(f"{'ok  ' if is_well else 'FAIL'}  Clock               {seconds:.0f} s from the service's clock")
    return is_well

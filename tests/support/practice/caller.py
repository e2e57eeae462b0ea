"""A partner that calls the practice service: well-formed requests, and ways to spoil them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any

import httpx

from app.practice.world.identity import PRACTICE_KEY, SERVICE_ZONE

OPENING = datetime(2026, 11, 21, 10, 42, 6, tzinfo=SERVICE_ZONE)
TODAY = OPENING.date()
TOMORROW = TODAY + timedelta(days=1)
HEADERS = {"X-API-KEY": PRACTICE_KEY, "Content-Type": "application/json; charset=UTF-8"}

SCUBA = 9001
AFTERNOON_DIVE = {"availability_id": 12_240_003, "slot_id": 90_003}
SEA_HERON = 9402
ROSS_ISLAND = 9403
BLUE_TERN_UPLOAD = 9406
CORAL_STAR = 9401
PROOF = "QUJD"


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: datetime = OPENING) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def move(self, **ahead: float) -> None:
        self.now += timedelta(**ahead)


class Caller:
    """The six calls of the interface; each gives the HTTP response."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http

    async def content(
        self, module: str = "ACTIVITY", day: date | None = TODAY, **more: object
    ) -> httpx.Response:
        dated = {} if day is None else {"travel_date": day.isoformat()}
        return await self.get("content", module=module, **dated, **more)

    async def search(self, module: str = "ACTIVITY", day: date = TODAY, **more: object) -> httpx.Response:
        return await self.get("search_availability", module=module, date=day.isoformat(), **more)

    async def create(self, body: Mapping[str, object]) -> httpx.Response:
        return await self.post("create_booking", body)

    async def cancel(self, body: Mapping[str, object]) -> httpx.Response:
        return await self.post("cancel_booking", body)

    async def wallet(self) -> httpx.Response:
        return await self.post("wallet_balance", {"request_id": "wallet"})

    async def status(self, ref: str, module: str = "ACTIVITY") -> httpx.Response:
        return await self.post(
            "booking_status", {"request_id": "status", "booking_ref": ref, "module_type": module}
        )

    async def get(self, call: str, **parameters: object) -> httpx.Response:
        return await self.http.get(
            f"/api/{call}.php", params={name: str(each) for name, each in parameters.items()}
        )

    async def post(self, call: str, body: Mapping[str, object] | bytes) -> httpx.Response:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        return await self.http.post(f"/api/{call}.php", content=content)

    async def balances(self) -> tuple[float, float]:
        """Cash and credit used."""
        data = (await self.wallet()).json()["data"]
        cash: float = data["financial_balances"]["live_available_balance"]
        used: float = data["credit_facility"]["limit_utilized"]
        return cash, used

    async def seats(self, activity_id: int, availability_id: int) -> int:
        found = (await self.search(activity_id=activity_id)).json()["data"]
        return next(
            int(each["inventory"]["remaining_seats"])
            for each in found
            if each["availability_id"] == availability_id
        )


def activity_body(**changes: object) -> dict[str, Any]:
    """Two seats of today's afternoon dive."""
    return {
        "request_id": "sale-1",
        "module_type": "ACTIVITY",
        "qty": 2,
        "travel_date": TODAY.isoformat(),
        "customer_name": "Priya Raman",
        "customer_email": "priya.raman@example.com",
        "customer_phone": "9876501234",
        **AFTERNOON_DIVE,
        **changes,
    }


def passenger(**changes: object) -> dict[str, Any]:
    """An Indian adult with a voter card."""
    return {
        "traveler_name": "Arjun Nair",
        "age": 41,
        "pax_gender": "MALE",
        "nationality": "INDIAN",
        "id_type": "VOTER ID",
        "id_number": "KLM2284619",
        **changes,
    }


def foreigner(**changes: object) -> dict[str, Any]:
    """A foreign adult with a passport and its copy."""
    return {**passenger(nationality="GERMAN", id_type="PASSPORT", id_proof_file=PROOF), **changes}


def boat_body(*passengers: Mapping[str, object], **changes: object) -> dict[str, Any]:
    """Tomorrow's Swaraj Dweep day return for these passengers."""
    return {
        "request_id": "sale-2",
        "module_type": "BOAT",
        "qty": len(passengers),
        "travel_date": TOMORROW.isoformat(),
        "customer_name": "Arjun Nair",
        "customer_email": "arjun.nair@example.com",
        "customer_phone": "9845012377",
        "schedule_id": SEA_HERON,
        "passengers": list(passengers),
        **changes,
    }


def cancel_body(ref: str, **changes: object) -> dict[str, Any]:
    """A confirmed cancellation; the fields of the module are for the caller to add."""
    return {
        "request_id": "cancel-1",
        "booking_ref": ref,
        "module_type": "ACTIVITY",
        "action": "CONFIRM",
        **changes,
    }


async def sold_dive(caller: Caller, **changes: object) -> str:
    """The PNR of two seats of the afternoon dive, just sold."""
    ref: str = (await caller.create(activity_body(**changes))).json()["booking_ref"]
    return ref


async def sold_boat(caller: Caller) -> tuple[str, list[int]]:
    """The PNR and the passenger numbers of a family of four on the day return, just sold."""
    family = [passenger(), passenger(traveler_name="Meera Nair"), passenger(age=9), foreigner(age=34)]
    ref: str = (await caller.create(boat_body(*family))).json()["booking_ref"]
    manifest = (await caller.status(ref, "BOAT")).json()["data"]["traveler_manifest"]
    return ref, [each["passenger_id"] for each in manifest]

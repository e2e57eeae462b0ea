"""A look at a service and its report: everything is told, and no secret."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.api.client import PartnerClient
from app.api.messages.api_key import ApiKey
from app.api.wire.timeouts import Timings
from app.desk.first_contact.first_look import FirstContact
from app.desk.first_contact.interface_fields import LISTS, WHOLE, fields_of
from app.practice import PRACTICE_KEY, PracticeServer, World
from app.practice.service.likeness import habits_like
from tests.api.messages.test_answers import fields_of_the_table
from tests.api.wire.test_tls import server_context, trusting
from tests.support.api.raw_service import RawService, always
from tests.support.api.samples import WALLET, listing
from tests.support.canaries import found
from tests.support.practice.caller import HEADERS, Caller, Clock, boat_body, passenger

SECRETS = {
    "the key": PRACTICE_KEY.encode(),
    "a name": b"Meera Pillai",
    "a document": b"KLM2284619",
    "a phone": b"9845012377",
    "an address": b"meera@example.com",
}


@pytest.fixture
def service() -> Iterator[PracticeServer]:
    """A service that has sold nothing."""
    with PracticeServer(World(clock=Clock(), activities=3)) as server:
        yield server


async def _report(base_url: str, booking_ref: str = "", told: list[tuple[int, int]] | None = None) -> str:
    steps = told if told is not None else []
    async with PartnerClient(base_url, ApiKey(PRACTICE_KEY), timings=Timings(pauses=())) as client:
        contact = FirstContact(client, Clock())
        return await contact.report(lambda done, of: steps.append((done, of)), booking_ref=booking_ref)


def _dialect(report: str) -> Any:
    (block,) = re.findall(r'<template id="dialect">(.*?)</template>', report)
    return json.loads(unescape(block))


async def test_every_field_of_every_reading_is_told_and_nothing_is_sold(service: PracticeServer) -> None:
    steps: list[tuple[int, int]] = []
    report = await _report(service.base_url, told=steps)
    assert steps == [(done, 7) for done in range(1, 8)]
    assert "7 of 7 could be read" in report
    row = re.search(r"<tr><td>pricing\.availability_fare</td>.*?</tr>", report)
    assert row is not None
    cells = re.findall(r"<td>(.*?)</td>", row[0])
    assert cells[1:3] == ["amount", "decides"]
    of = re.fullmatch(r"(\d+) of (\d+)", cells[3])
    assert of is not None
    assert of[1] == of[2] == cells[7]
    assert cells[4:6] == ["number", "number"]
    assert re.fullmatch(r"[\d#.| ]+", cells[6])
    assert cells[9] == ""
    assert "<td>practice</td><td>unknown</td><td></td>" in report
    assert "+05:30" in report
    assert "<td>Fields otherwise than described</td><td>0</td>" in report
    assert 'class="odd"' not in report
    assert _dialect(report)["habits"] == []
    assert not service.world.bookings
    assert "<script" not in report
    assert "src=" not in report


@pytest.mark.parametrize("shape", [*(item for _, item in LISTS.values()), *WHOLE.values()])
def test_fields_weigh_what_integrators_are_told(shape: type[object]) -> None:
    found = {path.replace("[]", ".*"): each.weight for path, each in fields_of(shape).items()}
    told = fields_of_the_table(shape.__name__)
    assert told
    assert told.items() <= found.items()


async def test_habits_deviations_and_a_booking_are_told(tmp_path: Path) -> None:
    habits = ["grouped-amounts", "list-by-id", "notice-before", "plain-ids", "refuse-with-200"]
    with PracticeServer(World(clock=Clock(), activities=3), habits=habits) as service:
        async with httpx.AsyncClient(base_url=service.base_url, headers=HEADERS) as http:
            await Caller(http).create(boat_body(passenger()))
        (booking,) = service.world.bookings
        ref = booking.ref
        report = await _report(service.base_url, booking_ref=ref)
    assert _dialect(report)["habits"] == habits
    (tmp_path / "report.html").write_text(report)
    assert set(habits_like(tmp_path / "report.html")) == set(habits)
    assert ", ".join(habits) in report
    assert 'class="odd"' in report
    assert "text before the JSON" in report
    assert "object by id for list" in report
    assert ref not in report
    assert "Aaaaa" in report
    assert "Arjun" not in report


async def test_a_list_that_is_shorter_than_its_count_is_told() -> None:
    async with RawService(always(200, listing("ACTIVITY", count=40))) as service:
        report = await _report(service.base_url)
    assert "0 entries came (list), 0 were read. Its count says 40." in report


async def test_the_line_is_told_with_the_end_of_its_certificate() -> None:
    until = datetime(2093, 4, 5, 6, 7, 8, tzinfo=UTC)
    async with (
        RawService(always(200, WALLET), server_context(until=until)) as service,
        PartnerClient(f"https://127.0.0.1:{service.port}", ApiKey(PRACTICE_KEY), tls=trusting()) as client,
    ):
        look = await FirstContact(client, Clock()).look()
    assert re.fullmatch(r"TLSv1\.3, TLS_\w+, certificate until Apr  5 06:07:08 2093 GMT", look.tls)


async def test_a_service_that_echoes_secrets_gives_none_of_them_to_the_report() -> None:
    await _holds_no_secret(
        {
            "status": "SUCCESS",
            "code": f"key {PRACTICE_KEY}",
            "contact": "Meera Pillai, 9845012377, meera@example.com",
            "Meera Pillai": 12437.50,
            PRACTICE_KEY: "KLM2284619",
            "message": f"Dear Meera Pillai, {PRACTICE_KEY}",
            "data": {
                "tenant_id": "Meera Pillai",
                "account_status": PRACTICE_KEY,
                "agent_id": "9845012377",
                "financial_balances": {"live_available_balance": "12,437.50", "currency": PRACTICE_KEY},
                "credit_facility": {"allocated_limit": 12437.50, "limit_utilized": "Rs 12,437.50"},
                "recent_ledger_journal_snapshot": [
                    {"posted_at": "2026-11-20", "amount": 12437.50, "who": "Meera Pillai KLM2284619"}
                ],
                "traveler_manifest": [{"traveler_name": "Meera Pillai", "id_number": "KLM2284619"}],
                "metadata": {"activity_name": f"For {PRACTICE_KEY}", "slot_label": "12437.50"},
                "results": [],
            },
        }
    )


@pytest.mark.parametrize("status", [200, 301, 401, 503])
async def test_pages_of_others_give_no_secret_away(status: int) -> None:
    page = f"<html>Just a moment... Meera Pillai {PRACTICE_KEY} 12437.50</html>".encode()
    report = await _holds_no_secret(page, status)
    assert "no JSON" in report
    assert "a wall in front of the service answered" in report
    assert ("sends on to https://other.example/in" in report) is (status == 301)
    assert "0 of 9 could be read" in report


async def _holds_no_secret(body: object, status: int = 200) -> str:
    """The report of a service that answers so to everything."""
    headers = {"Location": f"https://other.example/in?key={PRACTICE_KEY}", "Server": f"S {PRACTICE_KEY}"}
    async with RawService(always(status, body, headers)) as service:
        report = await _report(service.base_url, "PR1234567")
    assert found(report.encode(), SECRETS) == set()
    assert not re.search(r"12.?437", report)
    return report

"""The identity of the practice service: its public API keys, their demo agents and its time zone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

PRACTICE_KEY = "PRACTICE-DEMO-AGENT-KEY"
"""The public API key of the demo agent (interface part 5.6), valid only for the practice service."""

NEIGHBOUR_KEY = "PRACTICE-NEIGHBOUR-KEY"
"""The public API key of a second demo agent, with the same seats but its own wallet and bookings."""

AGENT_ID = 900_017
NEIGHBOUR_ID = 900_018
AGENT_OF_KEY = {PRACTICE_KEY: AGENT_ID, NEIGHBOUR_KEY: NEIGHBOUR_ID}
TENANT_ID = "PRACTICE-AND-01"
CURRENCY = "INR"
SERVICE_ZONE = timezone(timedelta(hours=5, minutes=30), "IST")


def system_clock() -> datetime:
    """The computer's own clock, in the service zone."""
    return datetime.now(UTC).astimezone(SERVICE_ZONE)

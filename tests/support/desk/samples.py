"""Values as the counter holds them, for tests of the pure functions."""

from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal

from app.desk.customers.values import HeldRecord
from app.desk.model.activities import ActivityDraft, ActivityOffer, Slot
from app.desk.model.commission import Commission
from app.desk.model.moment import Moment
from app.desk.model.sale import Wallet

TODAY = date(2026, 11, 21)
NOW = datetime(2026, 11, 21, 5, 12, tzinfo=UTC)
LOOKED = Moment(NOW, NOW, 0.0)

OFFER = ActivityOffer(
    activity_id=501,
    title="Discover scuba dive, Elephant Beach",
    place="Swaraj Dweep",
    summary="Guided shore dive to 10 m for beginners",
    description="",
    available=True,
    reason="",
    next_date=None,
    date_ranges=(),
    fare=None,
    net=None,
    reference_price=Decimal(4500),
    commission=Commission(Decimal("400.00"), "FLAT"),
    gst_percentage=Decimal(5),
    currency="INR",
    price_is_summary=True,
    cutoff_minutes=60,
    included=(),
    excluded=(),
    cancellation="",
)

SLOT = Slot(
    activity_id=501,
    availability_id=9001,
    slot_id=31,
    label="Afternoon dive 1",
    day=TODAY,
    starts=time(13),
    ends=time(15),
    window="13:00:00 - 15:00:00",
    fare=Decimal("3800.00"),
    net=Decimal("3400.00"),
    currency="INR",
    seats=11,
    closes_at=datetime(2026, 11, 21, 6, 30, tzinfo=UTC),
    cutoff_minutes=60,
    has_own_cutoff=False,
    is_open=True,
    reason="",
)

DRAFT = ActivityDraft(
    offer=OFFER,
    slot=SLOT,
    qty=2,
    customer_name="Priya Raman",
    customer_phone="9876501234",
    customer_email="priya.raman@example.com",
)

WALLET = Wallet(
    cash=Decimal("13420.50"),
    credit_limit=Decimal(50000),
    credit_used=Decimal(12500),
    credit_left=Decimal(37500),
    currency="INR",
    account_status="active",
    agent_id="7",
    tenant_id="t1",
    ledger=(),
    read=Moment(NOW, None, 0.0),
)


def moment(here: datetime, service: datetime | None = None) -> Moment:
    """A moment by this computer's clock, and by the service's where that is known."""
    return Moment(here, service, 0.0)


def later(seconds: float) -> Moment:
    """So long after `LOOKED`, by every clock."""
    passed = timedelta(seconds=seconds)
    return Moment(NOW + passed, NOW + passed, seconds)


HELD = HeldRecord(
    request_id="r",
    is_cancellation=False,
    booking_ref="PNR7",
    state="Booked",
    title="Day return",
    day=None,
    window="",
    qty=1,
    customer_pays="",
    currency="INR",
    at=datetime(2026, 11, 21, 10, 41, tzinfo=UTC),
    personal={},
)

"""The wallet after a fortnight of readings and a morning of sales, with and without its side."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal

from app.desk.cancellation.refund_quote import booking_of
from app.desk.model.office_rules import Alerts
from app.desk.model.sale import Receipt, Wallet
from app.store.office.office import Office
from app.store.office.wallet_readings import KeptReading, keep_reading
from tests.support.counter import accepted_seats
from tests.support.desk.all_sales import all_sales
from tests.support.ui.scenes import Traveller
from tests.support.ui.steady import NOW

MORNINGS = (124, 112, 105, 96, 84, 122, 115, 108, 101, 94, 86, 120, 112, 105)
"""The balance of each morning in thousands; it falls during the day, at last to what practice opens with."""
HOURS = (9, 13, 17)
EACH = Decimal(2500)
MOMENT = timedelta(seconds=3)
"""Between what is read before money moves and the answer."""


async def look_at_wallet(clerk: Traveller) -> None:
    """Under its alert, from this counter and from the service, and hidden."""
    robot, desk = clerk.robot, clerk.counter.desk
    clerk.time.passed += MOMENT
    wallet = await desk.wallet.read()
    assert MORNINGS[-1] * 1000 - (len(HOURS) - 1) * EACH == wallet.cash
    await desk.local_cache.office.run(lambda office: _remember(office, wallet))
    for number in range(2):
        await _sell(clerk, number)
    clerk.time.passed += timedelta(minutes=9)
    booking = booking_of(all_sales(desk.bookings)[0])
    order = await accepted_seats(desk, booking, 1)
    clerk.time.passed += MOMENT
    await desk.cancellation.confirm(order, lambda _: None)
    desk.rules.alerts = Alerts(Decimal(90_000))
    robot.keys("Alt+3")
    await robot.until(lambda: clerk.text("debited_today"))
    await clerk.readings_ended()
    await clerk.take("09-wallet")
    robot.keys("F8")
    await clerk.take("09-wallet-hidden")
    robot.keys("F8")
    robot.find("ledger_table").setFocus()
    robot.keys("Shift+Tab", "Space")
    await clerk.take("09-wallet-from-the-service")


async def _sell(clerk: Traveller, number: int) -> None:
    desk = clerk.counter.desk
    clerk.time.passed += timedelta(minutes=7)
    preflight = await desk.selling.preflight(await clerk.counter.draft(number, 3 - number))
    clerk.time.passed += MOMENT
    found = await desk.selling.book(preflight, lambda _: None)
    assert isinstance(found, Receipt)


def _remember(office: Office, wallet: Wallet) -> None:
    for days, thousands in enumerate(reversed(MORNINGS), 1):
        for number, hour in enumerate(HOURS):
            at = (NOW - timedelta(days=days)).replace(hour=hour)
            cash = Decimal(thousands * 1000) - number * EACH
            limits = (wallet.credit_limit, wallet.credit_used, wallet.credit_left)
            keep_reading(office, KeptReading(wallet.agent_id, at, cash, *limits, wallet.currency))

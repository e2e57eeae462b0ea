"""Services whose every value is spelt at random, with the true value known: never a wrong number.

A spelling with two meanings, such as 1.250, may be read as it is meant or not at all, and is then not sold.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cache

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from app.api.messages.errors import PartnerError
from app.api.wire.transport import HttpReply
from app.desk.model.boats import Identity
from app.practice.protocol.json import Json, encoded
from app.practice.world.identity import SERVICE_ZONE
from tests.support.practice.caller import SCUBA
from tests.support.practice.understood import SELLABLE, Facts, boats_of, sale_of, slots_of, wallet_of

FARES = st.decimals(1, 300_000, places=2, allow_nan=False)
DAYS = st.dates(date(2026, 11, 23), date(2027, 12, 31))
PARTS = frozenset({"boat 4 adult indian boat_fare", "boat 4 adult indian permit_fare"})
"""Of the fare, which is stated beside them."""
TURNED = str.maketrans(".,", ",.")


@dataclass
class Dialect:
    """How the values of one answer are spelt, and whether one of them has more than one meaning."""

    data: DataObject
    is_doubtful: bool = field(default=False)

    def spelt(self, certain: list[Json], doubtful: list[Json]) -> Json:
        """One of the spellings; the doubtful ones seldom, so that most answers hold one or none."""
        if doubtful and self.data.draw(st.integers(0, 9)) == 9:
            self.is_doubtful = True
            return self.data.draw(st.sampled_from(doubtful))
        return self.data.draw(st.sampled_from(certain))

    def amount(self, true: Decimal) -> Json:
        """An amount of rupees."""
        text, grouped = f"{true:.2f}", f"{true:,.2f}"
        certain: list[Json] = [
            true,
            text,
            grouped,
            f" {text} ",
            f"\u20b9 {text}",
            f"\u20b9{grouped}",
            f"Rs. {grouped}",
            f"INR {text}",
            f"{text} INR",
            f"{text}/-",
            f"{text}00",
            f"{_in_lakhs(true)}",
            f"&#8377; {text}",
            Decimal(format(float(true) + 1e-10, ".18g")),
            {"amount": text, "currency": "INR"},
        ]
        doubtful: list[Json] = [
            grouped.translate(TURNED),
            text.translate(TURNED),
            f"{true:.3f}",
            f"{true:,.0f}".translate(TURNED) if true == int(true) else f"{true:.3f}",
            grouped.replace(",", " ").replace(".", ","),
            f"{text} USD",
            f"$ {text}",
            f"{int(true * 100)} paise",
            f"{text} - {true + 100:.2f}",
            f"from {text}",
            f"{text}.5",
            [text],
            {"amount": text, "currency": "USD"},
            {"adult": text, "child": "1.00"},
            True,
        ]
        return self.spelt(certain, doubtful)

    def flag(self, *, true: bool) -> Json:
        """A flag."""
        certain: list[Json] = [true, int(true), str(int(true)), str(true), str(true).lower()]
        certain += ["yes", "Y", "on"] if true else ["no", "N", "off"]
        return self.spelt(certain, [2, -1, "maybe", "", "10", "t", [true], {"value": true}, "yes, no"])

    def day(self, true: date, asked: date) -> Json:
        """A date, in an answer to a question about a day."""
        late = f"{true:%d-%m-%Y}"
        is_plain = true.day > 12 or true == asked
        certain: list[Json] = [
            f"{true}",
            f"{true} 00:00:00",
            f"{true}T00:00:00",
            {"date": f"{true} 00:00:00.000000", "timezone_type": 3, "timezone": "Asia/Kolkata"},
            *([late, late.replace("-", "/")] if is_plain else []),
        ]
        midnight = datetime.combine(true, time(), SERVICE_ZONE)
        doubtful: list[Json] = [
            f"{true - timedelta(days=1)}T18:30:00.000000Z",
            int(midnight.timestamp()),
            f"{true:%d %b %Y}",
            f"{true:%d.%m.%y}",
            f"{true:%A}",
            f"{true:%m/%Y}",
            *([f"{true:%m/%d/%Y}"] if true == asked else []),
            *([] if is_plain else [late]),
        ]
        return self.spelt(certain, doubtful)

    def seats(self, true: int) -> Json:
        """A number of seats."""
        return self.spelt(
            [true, str(true), f"{true}.0", Decimal(f"{true}.00")], [f"{true}+", "few", True, [true]]
        )

    def tax(self, true: Decimal) -> Json:
        """A percentage."""
        return self.spelt(
            [true, f"{true}", f"{true}%", f"{true} %"], [f"{true}+2.5", "GST", f"{true}".translate(TURNED)]
        )

    def currency(self) -> Json:
        """The rupee."""
        return self.spelt(["INR", "inr", "Rs", "Rs.", "\u20b9", "&#8377;"], [["INR"], {"code": "INR"}])

    def moment(self, true: datetime) -> Json:
        """A moment with the zone that it was meant in, or marked with a wrong one."""
        wall = true.replace(tzinfo=None)
        certain: list[Json] = [true.isoformat(), true.isoformat(" "), f"{wall.isoformat()}Z", f"{wall}+00:00"]
        return self.spelt(certain, [f"{wall:%d.%m. %H:%M}", "soon", f"{wall:%H:%M}", [true.isoformat()]])


@given(st.data())
def test_a_slot_is_never_read_wrongly_nor_sold_with_a_doubt(data: DataObject) -> None:
    told, asked = Dialect(data), data.draw(DAYS)
    day = data.draw(st.just(asked) | DAYS)
    fare = data.draw(FARES)
    kept = data.draw(st.decimals(0, fare / 2, places=2))
    seats = data.draw(st.integers(1, 40))
    is_open = data.draw(st.booleans())
    starts = datetime.combine(day, time(9, 30), SERVICE_ZONE)
    closes = starts - timedelta(hours=1)
    item: dict[str, Json] = {
        "availability_id": 71,
        "activity_id": SCUBA,
        "date": told.day(day, asked),
        "slot": {"slot_id": 7, "time_window": "09:30:00 - 11:00:00"},
        "inventory": {"remaining_seats": told.seats(seats), "status": "AVAILABLE"},
        "booking_rules": {
            "booking_cutoff_at": told.moment(closes),
            "slot_start_at": starts.isoformat(),
            "booking_cutoff_minutes": 60,
            "is_bookable": told.flag(true=is_open),
            "is_booking_open": told.flag(true=is_open),
        },
        "pricing": {
            "availability_fare": told.amount(fare),
            "offer_price": told.amount(fare),
            "commission_amount": told.amount(kept),
            "net_partner_price": told.amount(fare - kept),
            "net_price": told.amount(fare - kept),
            "currency": told.currency(),
        },
    }
    found = slots_of(_reply({"status": "SUCCESS", "data": [item]}), asked)
    if day != asked:
        assert not found.get(f"slot 71 7 {SELLABLE}")
        return
    true: Facts = {
        "slot 71 7 day": day,
        "slot 71 7 fare": fare,
        "slot 71 7 net": fare - kept,
        "slot 71 7 seats": seats,
        "slot 71 7 closes": closes,
        "slot 71 7 currency": "INR",
    }
    _hold(found, true, f"slot 71 7 {SELLABLE}", told, is_sold=is_open)


@given(st.data())
def test_a_boat_is_never_read_wrongly_nor_sold_with_a_doubt(data: DataObject) -> None:
    told, day = Dialect(data), data.draw(DAYS)
    fare, permit = data.draw(FARES), data.draw(FARES)
    kept = data.draw(st.decimals(0, fare / 2, places=2))
    seats, close_days = data.draw(st.integers(1, 200)), 0
    tax = data.draw(st.sampled_from([Decimal(5), Decimal("12.5"), Decimal(18)]))
    rate: dict[str, Json] = {
        "ticket_type": "Adult",
        "nationality": "INDIAN",
        "mrp": told.amount(fare + permit),
        "net_price": told.amount(fare + permit - kept),
        "boat_fare": told.amount(fare),
        "permit_fare": told.amount(permit),
        "commission_amount": told.amount(kept),
        "currency": told.currency(),
    }
    flags = [data.draw(st.booleans()) for _ in range(3)]
    is_sure, names = Dialect(data), ("is_id_mandatory", "is_id_no_required", "is_id_upload_required")
    schedule: dict[str, Json] = {
        "schedule_id": 4,
        "trip_name": "Day trip",
        "policies": {
            "identity_enforcement": {
                name: is_sure.flag(true=each) for name, each in zip(names, flags, strict=True)
            },
            "gst_percentage": told.tax(tax),
        },
    }
    departure: dict[str, Json] = {
        "schedule_id": 4,
        "trip_name": "Day trip",
        "travel_date": told.day(day, day),
        "booking_close_days": told.spelt([close_days, "0", "00"], ["none left", [0]]),
        "departure_time": "09:30:00",
        "inventory": {"remaining_seats": told.seats(seats), "status": "AVAILABLE"},
        "rates": [rate],
    }
    content, search = (_reply({"status": "SUCCESS", "data": [each]}) for each in (schedule, departure))
    found = boats_of(content, search, day)
    true: Facts = {
        "boat 4 day": day,
        "boat 4 seats": seats,
        "boat 4 close_days": close_days,
        "boat 4 gst": tax,
        "boat 4 adult indian fare": fare + permit,
        "boat 4 adult indian net": fare + permit - kept,
        "boat 4 adult indian boat_fare": fare,
        "boat 4 adult indian permit_fare": permit,
        "boat 4 adult indian currency": "INR",
    }
    asked_for = found["boat 4 identity"]
    if found[f"boat 4 {SELLABLE}"]:
        assert isinstance(asked_for, Identity)
        demanded = (asked_for.needs_document, asked_for.needs_number, asked_for.needs_copy)
        assert all(is_asked or not flag for is_asked, flag in zip(demanded, flags, strict=True))
        assert is_sure.is_doubtful or demanded == tuple(flags)
    told.is_doubtful |= is_sure.is_doubtful
    _hold(found, true, f"boat 4 {SELLABLE}", told, is_sold=True, describing=PARTS)


@given(st.data())
def test_a_wallet_is_read_as_it_is_or_not_at_all(data: DataObject) -> None:
    told, cash, limit = Dialect(data), data.draw(FARES), data.draw(FARES)
    used = data.draw(st.decimals(0, limit, places=2))
    balances: dict[str, Json] = {"live_available_balance": told.amount(cash), "currency": told.currency()}
    credit: dict[str, Json] = {
        "allocated_limit": told.amount(limit),
        "limit_utilized": told.amount(used),
        "available_credit_runway": told.amount(limit - used),
    }
    answer: dict[str, Json] = {"financial_balances": balances, "credit_facility": credit}
    try:
        found = wallet_of(_reply({"status": "SUCCESS", "data": {"account_status": "active", **answer}}))
    except PartnerError:
        assert told.is_doubtful
        return
    assert found["wallet cash"] == cash
    for name, true in (("limit", limit), ("used", used), ("left", limit - used)):
        # Less credit than there is refuses a sale; more would promise one.
        assert found[f"wallet credit_{name}"] in ({true, None, Decimal(0)} if told.is_doubtful else {true})
    assert told.is_doubtful or found["wallet currency"] == "INR"


@given(st.data())
def test_what_was_taken_for_a_sale_is_read_as_it_is_or_said_to_be_unread(data: DataObject) -> None:
    told, total, cash = Dialect(data), data.draw(FARES), data.draw(FARES)
    breakdown: dict[str, Json] = {
        "total_debited": told.amount(total + cash),
        "deducted_from_cash": told.amount(cash),
        "deducted_from_credit": told.amount(total),
    }
    answer: Json = {"status": "SUCCESS", "booking_ref": "PR7", "settlement_breakdown": breakdown}
    found = sale_of(HttpReply(201, encoded(answer)))
    assert found["sale ref"] == "PR7"
    assert found["sale debited"] in {None, total + cash}
    assert found["sale from_cash"] in {None, cash}
    assert found["sale from_credit"] in {None, total}
    is_whole = None not in (found["sale debited"], found["sale from_cash"], found["sale from_credit"])
    assert is_whole == (found["sale unread"] == ())
    assert is_whole or told.is_doubtful


@cache
def _in_lakhs(amount: Decimal) -> str:
    """12,34,567.00."""
    whole, _, paise = f"{amount:.2f}".partition(".")
    ahead, last = whole[:-3], whole[-3:]
    pairs = [ahead[max(0, end - 2) : end] for end in range(len(ahead), 0, -2)][::-1]
    return ",".join([*pairs, last]) + f".{paise}"


def _reply(answer: dict[str, Json]) -> HttpReply:
    return HttpReply(200, encoded(answer))


def _hold(
    found: Facts,
    true: Facts,
    sellable: str,
    told: Dialect,
    *,
    is_sold: bool,
    describing: frozenset[str] = frozenset(),
) -> None:
    """No number is another one; what is sold is certain; what is certain can be sold."""
    read = {path: found.get(path) for path in true}
    wrong = {path: value for path, value in read.items() if value is not None and value != true[path]}
    if not found.get(
        sellable
    ):  # the rupee stands there for a currency that is not readable, and none is sold
        wrong = {path: value for path, value in wrong.items() if not path.endswith("currency")}
    assert wrong == {}
    if found.get(sellable):
        assert is_sold
        assert {path for path, value in read.items() if value is None} <= describing
    else:
        assert told.is_doubtful or not is_sold

"""What the program makes of an answer of the practice service: each value that decides, by its path."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import TypeVar

from app.api.messages.answers import (
    ActivityAvailability,
    ActivityContent,
    ActivityItem,
    ActivitySearch,
    BoatAvailability,
    BoatContent,
    BoatItem,
    BoatSearch,
    BookingResult,
    CancellationResult,
    WalletAnswer,
)
from app.api.messages.api_key import ApiKey
from app.api.messages.envelope import ListAnswer
from app.api.messages.errors import PartnerError, RefusedError
from app.api.messages.parsing import listed, quoted, says_empty, status_of, whole
from app.api.messages.spellings import ItemId
from app.api.wire.classification import ExpectedAnswer, money_verdict, read_verdict
from app.api.wire.transport import HttpReply
from app.desk.model.boats import Rate
from app.desk.model.moment import Moment
from app.desk.service.activity_parsing import catalogue, day_slots, wallet
from app.desk.service.boat_parsing import departure_list
from app.desk.service.booking_parsing import booking_state, refund_stated
from app.practice.service.exchange import ServiceReply
from app.practice.service.habits import as_known, chosen
from app.practice.world.identity import PRACTICE_KEY
from tests.support.practice.caller import OPENING, SCUBA, TODAY, TOMORROW
from tests.support.practice.spoken import NEVER, Replies, taken

Facts = dict[str, object]
"""Values by path, such as "slot 12240003 fare"; `None` is not stated."""
SELLABLE = "sellable"
"""The last word of the paths that tell whether something can be sold."""

_EXPECTED = (
    ("no-credit", r"wallet credit_"),
    ("no-currency", r"wallet currency: ''"),
    ("null-items", r"set aside: "),
    ("refuse-with-500", r"is: 'not taken' instead of 'refused'"),
    ("refuse-with-500", r"why: "),
    ("refuse-with-200", r"is: 'not taken' instead of 'refused'"),
    ("refuse-with-200", r"why: "),
    ("zulu-dates", r"booking day: None"),
    ("zulu-dates", r"slot .* sellable: False"),
    ("zulu-dates", r"boat .* sellable: False"),
)
"""What differs with good cause under a habit: it is not stated, or it is shown and not sold."""

_SOILED = frozenset({"latin1-byte", "notice-before", "comment-behind", "byte-order-mark"})
"""Around JSON in a text they leave nothing that is certainly the answer: it is not taken."""

_List = TypeVar("_List", bound=ListAnswer)
_KEY = ApiKey(PRACTICE_KEY)
_ASKED = ExpectedAnswer(_KEY, is_boat=False)
_READ = Moment(OPENING, OPENING, 0.0)
_PLAIN = chosen(["numeric-reference"])
_OTHER_IDS = [chosen([each]) for each in ("ids-as-uuid", "ids-with-zeros")]


@dataclass(frozen=True, slots=True)
class Question:
    """One thing that the program asks for: of which answers it is made, and how it reads them."""

    of: tuple[str, ...]
    read: Callable[..., Facts]

    def facts(self, *replies: ServiceReply) -> Facts:
        """What the program makes of the replies; an answer that it does not take is a fact too."""
        try:
            return self.read(*map(_received, replies))
        except RefusedError:
            return {"is": "refused"}
        except PartnerError as error:
            return {"is": "not taken", "why": str(error)}

    def facts_under(self, replies: Replies, *habits: str) -> Facts:
        """What the program makes of the answers of a service with these habits."""
        return self.facts(*(replies.written(name, habits) for name in self.of))


def _received(reply: ServiceReply) -> HttpReply:
    """A reply as the line hands it on: unpacked."""
    is_packed = reply.headers.get("content-encoding") == "gzip"
    return HttpReply(reply.status, gzip.decompress(reply.body) if is_packed else reply.body)


def _listed(reply: HttpReply, answer: type[_List], item: type[object], day: date) -> _List:
    """A list as the client reads it."""
    try:
        return read_verdict(reply, _ASKED, partial(listed, answer, item, asked=day))
    except RefusedError as error:
        if says_empty(error.http_status, error.words):
            return answer.model_validate({"items": ()})
        raise


def activities_of(reply: HttpReply, day: date = TODAY) -> Facts:
    """The activities of a content answer."""
    answer = _listed(reply, ActivityContent, ActivityItem, day)
    found = catalogue(answer, day, _READ)
    facts: Facts = {"activities": len(found.offers), "set aside": len(found.set_aside)}
    for each in found.offers:
        facts |= _named(
            f"activity {_number(each.activity_id)}",
            lowest=each.fare and each.fare.low,
            highest=each.fare and each.fare.high,
            lowest_net=each.net and each.net.low,
            highest_net=each.net and each.net.high,
            commission=each.commission and each.commission.value,
            gst=each.gst_percentage,
            currency=each.currency,
            cutoff=each.cutoff_minutes,
            available=each.available,
            **{SELLABLE: not each.doubt},
        )
    return facts


def slots_of(reply: HttpReply, day: date = TODAY) -> Facts:
    """The slots of a search answer."""
    answer = _listed(reply, ActivitySearch, ActivityAvailability, day)
    scuba = next(
        (each["activity_id"] for each in answer.items if _number(each["activity_id"]) == SCUBA), SCUBA
    )
    found = day_slots(answer, scuba, day, OPENING, _READ)
    facts: Facts = {"slots": len(found.slots), "set aside": len(found.set_aside)}
    for each in found.slots:
        facts |= _named(
            f"slot {_number(each.availability_id)} {_number(each.slot_id)}",
            day=each.day,
            starts=each.starts,
            ends=each.ends,
            fare=each.fare,
            net=each.net,
            currency=each.currency,
            seats=each.seats,
            closes=each.closes_at,
            cutoff=each.cutoff_minutes,
            **{SELLABLE: each.is_open},
        )
    return facts


def boats_of(content: HttpReply, search: HttpReply, day: date = TOMORROW) -> Facts:
    """The departures of both answers about boats."""
    schedules = _listed(content, BoatContent, BoatItem, day)
    departures = _listed(search, BoatSearch, BoatAvailability, day)
    found = departure_list(schedules, departures, day, OPENING, _READ)
    facts: Facts = {"boats": len(found.departures), "set aside": len(found.set_aside)}
    for each in found.departures:
        name = f"boat {_number(each.schedule_id)}"
        facts |= _named(
            name,
            day=each.day,
            departs=each.departs,
            returns=each.returns,
            close_days=each.close_days,
            seats=each.seats,
            is_live=each.is_live,
            identity=each.identity,
            gst=each.gst_percentage,
            currency=each.currency,
            rates=len(each.rates),
            **{SELLABLE: each.is_open},
        )
        for rate in each.rates:
            facts |= _rate_facts(name, rate)
    return facts


def _rate_facts(boat: str, rate: Rate) -> Facts:
    return _named(
        f"{boat} {rate.ticket_type} {rate.nationality}".casefold(),
        ages=rate.ages,
        fare=rate.fare,
        net=rate.net,
        boat_fare=rate.boat_fare,
        permit_fare=rate.permit_fare,
        commission=rate.commission and rate.commission.value,
        currency=rate.currency,
    )


def wallet_of(reply: HttpReply) -> Facts:
    """The wallet."""
    found = wallet(read_verdict(reply, _ASKED, partial(whole, WalletAnswer)), _READ)
    return _named(
        "wallet",
        cash=found.cash,
        credit_limit=found.credit_limit,
        credit_used=found.credit_used,
        credit_left=found.credit_left,
        currency=found.currency,
        account=found.account_status,
    )


def _status(ref: str, reply: HttpReply) -> Facts:
    if ref.encode() not in reply.body:
        ref = str(int(ref, 36))  # as the answer to the sale has given it
    answer = read_verdict(reply, _ASKED, partial(status_of, ref))
    found = booking_state(answer, ref, {})
    facts = _named(
        "booking",
        status=found.booking_status.casefold(),
        payment=found.payment_status.casefold(),
        refund=found.refund_status.casefold(),
        refunded=found.refunded,
        paid=found.paid,
        day=found.day,
        people=len(found.travellers),
    )
    for each in found.travellers:
        facts |= _named(
            f"traveller {_number(each.traveller_id)}",
            name=each.name.replace("&#039;", "'"),
            age=each.age,
            status=each.status.casefold(),
        )
    return facts


def sale_of(reply: HttpReply, *, is_boat: bool = False) -> Facts:
    """The result of a sale."""
    question = ExpectedAnswer(_KEY, is_boat=is_boat, request_id=None, moves_money=True)
    found = money_verdict(reply, question, BookingResult)
    paid, priced = found.settlement_breakdown, found.pricing
    return _named(
        "sale",
        ref=_letters(found.booking_ref),
        number=found.booking_id,
        debited=paid and paid.total_debited,
        from_cash=paid and paid.deducted_from_cash,
        from_credit=paid and paid.deducted_from_credit,
        payable=priced and priced.total_payable,
        gst=priced and priced.gst_amount,
        net=priced and priced.net_partner_total,
        unread=found.unread,
    )


def _cancellation(reply: HttpReply) -> Facts:
    question = ExpectedAnswer(_KEY, is_boat=False, moves_money=True)
    found = money_verdict(reply, question, CancellationResult)
    summary = found.pricing_summary
    return _named(
        "cancellation",
        ref=re.sub(r"\D|^77", "", found.refund_reference),
        status=(found.new_booking_status or "").casefold(),
        refund=summary and summary.net_agent_refund_credited,
        charge=summary and summary.platform_cancellation_charge,
        unread=found.unread,
    )


def _quote(reply: HttpReply) -> Facts:
    refund, charge, debited = refund_stated(read_verdict(reply, _ASKED, quoted))
    return _named("quote", refund=refund, charge=charge, debited=debited)


def _letters(ref: str) -> object:
    """A reference as the service keeps it."""
    return as_known({"booking_ref": ref}, _PLAIN)["booking_ref"]


def _number(given: ItemId | None) -> object:
    """An id as the service keeps it."""
    known = (as_known({"slot_id": given}, each)["slot_id"] for each in _OTHER_IDS)
    return given if type(given) is int else next((each for each in known if type(each) is int), given)


def _named(whose: str, /, **facts: object) -> Facts:
    return {f"{whose} {each}": value for each, value in facts.items()}


def questions(replies: Replies) -> Mapping[str, Question]:
    """All that the program asks for, by a name."""
    return {
        "activities": Question(("activities",), activities_of),
        "one activity": Question(("one activity",), activities_of),
        "summaries": Question(("summaries",), activities_of),
        "slots": Question(("slots",), slots_of),
        "slots of all": Question(("all slots",), slots_of),
        "boats": Question(("schedules", "departures"), boats_of),
        "no slots": Question(("no slots",), partial(slots_of, day=NEVER)),
        "no boats": Question(("schedules", "no departures"), partial(boats_of, day=NEVER)),
        "activity sale": Question(("activity sale",), sale_of),
        "boat sale": Question(("boat sale",), partial(sale_of, is_boat=True)),
        "quote": Question(("quote",), _quote),
        "cancellation": Question(("cancellation",), _cancellation),
        "activity status": Question(("activity status",), partial(_status, replies.ref("activity sale"))),
        "boat status": Question(("boat status",), partial(_status, replies.ref("boat sale"))),
        "wallet": Question(("wallet",), wallet_of),
        "refused sale": Question(("refused sale",), sale_of),
        "refused cancellation": Question(("refused cancellation",), _cancellation),
    }


def differences(true: Facts, found: Facts) -> Iterator[str]:
    """What the program has read otherwise than it is."""
    for path in true | found:
        if path not in found:
            yield f"{path}: lost"
        elif path not in true or true[path] != found[path]:
            yield f"{path}: {found[path]!r} instead of {true.get(path)!r}"


class Readings:
    """All that the program asks of one practice service, and what the answers to it mean."""

    def __init__(self) -> None:
        self.replies = taken()
        self.questions = questions(self.replies)
        self.true = {name: each.facts_under(self.replies) for name, each in self.questions.items()}

    def wrong(self, name: str, *habits: str) -> list[str]:
        """What is read otherwise than it is, of one question to the service with these habits."""
        found = self.questions[name].facts_under(self.replies, *habits)
        if "body-in-text" in habits and _SOILED & {*habits} and found.get("is") == "not taken":
            return []
        wanted = [pattern for habit, pattern in _EXPECTED if habit in habits]
        return [
            each
            for each in differences(self.true[name], found)
            if not any(re.match(pattern, each) for pattern in wanted)
        ]

    def all_wrong(self, *habits: str) -> list[str]:
        """The same of all questions."""
        return [f"{name}: {each}" for name in self.questions for each in self.wrong(name, *habits)]

"""Customers' data at this counter: shown, exported, deleted on request, and forgotten after a time.

Amounts, PNR and dates stay for the books. Data of an unknown outcome stays until that is settled.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from app.core.frozen import frozen
from app.core.language import Wording, in_source, joined, mark, markn, tr
from app.desk.basket.basket import customer_of, names_in
from app.desk.basket.baskets import Baskets
from app.desk.basket.values import Basket
from app.desk.bookings.booking_values import SaleStanding
from app.desk.bookings.bookings import Bookings
from app.desk.bookings.known_customers import KnownCustomer
from app.desk.bookings.local_cache import LocalCache
from app.desk.bookings.sale_records import CANCEL_WORDS, SALE_WORDS, state_words
from app.desk.customers.journal_search import (
    Person,
    is_of_customer,
    of_customer,
    open_intents,
    travel_day,
)
from app.desk.customers.values import Forgotten, Held, HeldParty, HeldQuotation, HeldRecord
from app.desk.model import formats
from app.desk.model.errors import DeskError
from app.desk.model.office_rules import OfficeRules
from app.desk.model.sale import Advice
from app.desk.model.typed_text import same_text
from app.desk.office.office_sync import AwayError
from app.desk.payment.journal_facts import day, text
from app.desk.payment.order import CLERK, PEOPLE, WORDS
from app.desk.service.cutoffs import travel_day as travel_day_of
from app.desk.service.service_reader import ServiceReader
from app.desk.service.status_parsing import StatusReading
from app.store.journal.attempt import Attempt
from app.store.journal.hash_chain import JsonScalar, LogEntry
from app.store.journal.journal import Journal
from app.store.journal.states import Kind
from app.store.office.outbox import FORGOTTEN, FORGOTTEN_ONES, PAST, PAST_ONES, ForgottenBody, PastBody
from app.store.quotations.quotation_store import KeptQuotation, QuotationStore, QuotationStoreError
from app.store.register.index_words import phone_key

if TYPE_CHECKING:
    from app.store.files.saved_groups import SavedGroups, SavedParty
    from app.store.office.forgotten import Wishes
    from app.store.office.shared_database import SharedDatabase
    from app.store.quotations.quotation_store import QuotationStore
    from app.store.register.register import Register
    from app.store.register.values import KeptSale

log = logging.getLogger(__name__)

_MOST_FOUND = 6
_LONG_AGO = datetime.min.replace(tzinfo=UTC)
_ONE_DAY = timedelta(days=1)
"""Dates of two zones differ by so much; work later than that is in the future of the clock."""
_USUAL_GAP = timedelta(days=7)
"""The longest time between two days of work that is not asked about."""
_FOUND_FOR = timedelta(days=31)
"""How long customers of sales that were never booked are found."""
_FEWEST_TYPED = 6
"""The number of typed characters from which sales that were never booked are searched too."""
_CUSTOMER_KEYS = ("name", "phone", "email")
_IN_JSON = frozenset({"traveller_ids", "before", "chosen", PEOPLE})
_NOT_THE_CUSTOMERS = frozenset({CLERK, "by", "second", "quote", WORDS})
"""Facts that are not the customer's: names of staff, what agency and operator settle, texts of the trip."""


_NATIONAL = 10
"""The figures of a phone number without those of its country."""
_IsIn = Callable[[str], bool]
"""Whether words of a clerk name somebody."""


def _keep_nothing(*_what: object) -> None:
    """Of a counter without a till, watches or reminders there is nothing to erase."""


def _apart(words: str) -> str:
    """Their folded words, each between spaces."""
    return " ".join(("", *re.findall(r"\w+", same_text(words)), ""))


def _nobody_in(_words: str) -> bool:
    return False


class KeptBeside(NamedTuple):
    """Erases what is kept beside journal and register; each waits for the disk."""

    forget_paid: Callable[[Collection[str]], None] = _keep_nothing
    """What the till has of sales, by their requests."""
    forget_watches: Callable[[Callable[[str, str, datetime], bool]], None] = _keep_nothing
    """Watches for seats."""
    forget_reminders: Callable[[Collection[str], Collection[int], _IsIn], None] = _keep_nothing
    """Reminders, by the sales and the numbers of the quotations on which they hang, and by their words."""


@frozen
class _Customer:
    """Erases one customer, except in sales that must stay."""

    person: Person
    customer: KnownCustomer
    kept: Collection[str]
    until: datetime | None = None
    """Sales and baskets after this instant stay."""

    def in_register(self, register: Register) -> None:
        customer = self.customer
        register.forget_customer(
            customer.phone, customer.email, self.person.names, self.kept, until=self.until
        )

    def in_parties(self, parties: SavedGroups) -> None:
        parties.forget_people(self.person.names)

    def has_basket(self, basket: Basket) -> bool:
        """Whether a basket is this customer's, or somebody of these names travels in it."""
        if self.until is not None and basket.changed_at > self.until:
            return False
        customer, buyer = self.customer, customer_of(basket)
        key = phone_key(buyer.phone)
        is_own = bool(key) and key == phone_key(customer.phone)
        address = buyer.email.strip().casefold()
        is_own = is_own or (bool(address) and address == customer.email.strip().casefold())
        return is_own or any(same_text(each) in self.person.names for each in names_in(basket))

    def has_watch(self, name: str, phone: str, begun: datetime) -> bool:
        """Whether a watch for seats is this customer's."""
        is_own = (
            same_text(name) in self.person.names or phone_key(phone) == phone_key(self.customer.phone) != ""
        )
        return is_own and (self.until is None or begun <= self.until)

    def is_in(self, words: str) -> bool:
        """Whether words of a clerk name this customer, or have the phone."""
        told = _apart(words)
        # With or without the number of the country.
        phone = phone_key(self.customer.phone)[-_NATIONAL:]
        is_called = len(phone) == _NATIONAL and phone in "".join(filter(str.isdecimal, words))
        return is_called or any(_apart(each) in told for each in self.person.names if each.strip())

    def in_quotations(self, quotations: QuotationStore) -> None:
        customer = self.customer
        quotations.forget(customer.phone, customer.email, self.person.names, self.until)


@frozen
class _Past:
    """Erases customers and travellers of sales that ended before a day."""

    day: date
    kept: Collection[str]

    def in_register(self, register: Register) -> None:
        register.forget_before(self.day, self.kept)

    def in_parties(self, parties: SavedGroups) -> None:
        parties.forget_before(self.day)

    def has_basket(self, basket: Basket) -> bool:
        """Whether all trips of a basket are over."""
        days = [travel_day_of(each.draft) for each in basket.items]
        return all(day is not None and day < self.day for day in days)

    def in_quotations(self, quotations: QuotationStore) -> None:
        quotations.forget_before(self.day)


class _Plan(NamedTuple):
    """What is erased of one customer."""

    striking: _Customer
    entries: tuple[LogEntry, ...]
    erased: int
    """The number of sales and cancellations."""
    ahead: int
    """The number of others' bookings, still to travel, that name the customer."""


class Customers:
    """The customers of one journal and of the local records beside it."""

    def __init__(
        self,
        journal: Journal,
        memory: LocalCache,
        books: Bookings,
        rules: OfficeRules,
        reader: ServiceReader,
        *,
        baskets: Baskets | None = None,
        beside: KeptBeside | None = None,
    ) -> None:
        self._baskets, self._beside = baskets, beside or KeptBeside()
        self._journal = journal
        self._memory = memory
        self._books = books
        self._rules = rules
        self._reader = reader
        self.doubt = ""
        """Why the date must be confirmed before anything is erased by age; empty when it need not."""
        self._tidied: tuple[date, int] | None = None
        self._tidying = asyncio.Lock()
        newest = journal.newest
        self._worked_on = newest.at.astimezone(reader.now_here().tzinfo).date() if newest else None
        """The last day of work at this counter, before now."""
        memory.sharing.follow(self._obey)

    async def find(self, typed: str) -> tuple[KnownCustomer, ...]:
        """Customers who fit what is typed; by phone or e-mail also those of sales that were never booked.

        Of the latter only those of the last 31 days, so that no key waits for the whole journal.
        """
        known = await self._memory.customers(typed)
        sought = same_text(typed).replace(" ", "")
        if len(sought) < _FEWEST_TYPED or len(known) >= _MOST_FOUND:
            return known
        since = self._books.clock() - _FOUND_FOR
        more = await asyncio.to_thread(lambda: _customers_of(self._journal.since(since), sought))
        more += [_quoted_customer(each) for each in await self._quoted(typed)]
        every = {each.phone or each.email: each for each in reversed((*known, *more))}
        return tuple(reversed(every.values()))[:_MOST_FOUND]

    async def _quoted(self, typed: str) -> tuple[KeptQuotation, ...]:
        """The quotations to customers with this name, phone or e-mail; none where they cannot be read."""
        store = self._memory.quotations
        if store is None:
            return ()
        try:
            by_mail = await asyncio.to_thread(store.of, "", typed)
            return by_mail or await asyncio.to_thread(store.find, typed, _MOST_FOUND)
        except QuotationStoreError:
            log.warning("Quotations could not be searched.", exc_info=True)
            return ()

    async def held(self, customer: KnownCustomer) -> Held:
        """All data held on a customer. Raises DeskError when the saved parties cannot be read."""
        mine = await asyncio.to_thread(lambda: of_customer(self._journal.attempts(), Person.of(customer)))
        person = _named(customer, mine)
        waiting = await asyncio.to_thread(open_intents, self._journal)
        today = self._reader.todays().earliest
        records = [_record(each, is_open=each.intent_id in waiting, today=today) for each in reversed(mine)]
        gone = {
            each.booking_ref
            for each in records
            if each.is_ahead and not each.is_cancellation and await self._books.is_gone(each.request_id)
        }
        records = [replace(each, is_ahead=each.is_ahead and each.booking_ref not in gone) for each in records]
        said = await self._books.readings([each.request_id for each in records if not each.is_cancellation])
        records = [_with_reading(each, said.get(each.request_id)) for each in records]
        try:
            parties = await self._memory.parties_naming(person.names)
            quotations = await asyncio.to_thread(self._quotations_of, customer, person)
        except (OSError, QuotationStoreError) as error:
            raise DeskError(_unfinished(error)) from error
        elsewhere = await self._books.at_other_desks(customer)
        records += [_record_of(each, today) for each in elsewhere]
        return Held(
            customer,
            self._books.clock(),
            tuple(sorted(records, key=lambda each: each.at, reverse=True)),
            tuple(_held_party(each, person) for each in parties),
            tuple(map(_held_quotation, quotations)),
        )

    def _quotations_of(self, customer: KnownCustomer, person: Person) -> tuple[KeptQuotation, ...]:
        store = self._memory.quotations
        return () if store is None else store.of(customer.phone, customer.email, person.names)

    async def forget(self, customer: KnownCustomer, by: str) -> Forgotten:
        """Delete a customer's data for good, at this counter and in the office's database. Raises DeskError.

        Other desks erase it from their own disks when they next reach that database. After a failure a second
        call goes on with the rest. `by` is noted in the journal.
        """
        await self._books.follow()
        held = await self.held(customer)
        plan = await asyncio.to_thread(self._plan, customer)
        at, names = self._books.clock().isoformat(), tuple(sorted(plan.striking.person.names))
        wish = FORGOTTEN_ONES.dump_json(ForgottenBody(customer.phone, at, customer.email, names))
        try:
            # First: a customer who is erased here can no longer be found for a second attempt.
            await asyncio.to_thread(self._memory.sharing.put, FORGOTTEN, wish)
            await asyncio.to_thread(
                self._erase, plan.striking, plan.entries, in_source(mark("on request, by {by}", by=by))
            )
        except Exception as error:
            raise DeskError(_unfinished(error)) from error
        elsewhere = [each for each in held.records if each.desk]
        waiting = await asyncio.to_thread(self._waiting_desks, customer, {each.desk for each in elsewhere})
        return Forgotten(
            plan.erased + len(elsewhere), len(held.parties), len(plan.striking.kept), plan.ahead, waiting
        )

    def _waiting_desks(self, customer: KnownCustomer, desks: Collection[str]) -> tuple[str, ...]:
        """Those of some desks that still have the customer on their own disks; waits for the disk."""
        try:
            waiting = self._memory.sharing.ask(
                lambda place: place.desks_that_hold(customer.phone, customer.email, desks)
            )
            return tuple(map(self._memory.office.name_of, waiting))
        except AwayError:
            return tuple(sorted(desks))

    def _plan(self, customer: KnownCustomer, until: datetime | None = None) -> _Plan:
        """What is to be erased here of a customer, in sales made up to an instant."""
        attempts = self._journal.attempts()
        mine = of_customer(attempts, Person.of(customer))
        person = _named(customer, mine)
        mine = tuple(each for each in mine if until is None or each.first_at <= until)
        waiting = open_intents(self._journal)
        erased = [each for each in mine if each.intent_id not in waiting]
        kept = frozenset(each.request_id for each in mine if each.intent_id in waiting)
        others = _lists_with(attempts, person, {each.request_id for each in mine})
        today = self._reader.todays().earliest
        past = [each for each in others if travel_day(each) < today and each.intent_id not in waiting]
        own = (entry for each in erased for entry in (*_personal(each), *_naming(each, person)))
        entries = (*own, *(entry for each in past for entry in _naming(each, person)))
        striking = _Customer(person, customer, kept, until)
        return _Plan(striking, entries, len(erased), len(others) - len(past))

    def _obey(self, place: SharedDatabase) -> None:
        """Erase here whom another desk has forgotten; waits for the disk."""
        wishes = place.wishes()
        if wishes is not None:
            # Of passengers of another customer, the names may be gone from what the office keeps alone.
            self._books.forget_names()
            try:
                is_whole = self._erase_all(wishes)
            except Exception:
                # The office's database is not to blame. It is tried again at the next contact.
                log.exception("Customers whom another desk has forgotten could not be erased here.")
                return
            if is_whole:
                place.note_struck(wishes)

    def _erase_all(self, wishes: Wishes) -> bool:
        """Erase them. Returns False when somebody stays for now, since an outcome is open."""
        why = in_source(mark("on request at another desk"))
        bought: dict[tuple[str, str], str] = {}
        for each in self._journal.newest_first():
            if each.kind is Kind.CREATE and each.private:
                name, phone, email = (text(each.private, f"customer_{key}") for key in _CUSTOMER_KEYS)
                bought.setdefault((phone, email), name)
        for basket in self._held_baskets():
            buyer = customer_of(basket)
            bought.setdefault((buyer.phone, buyer.email), buyer.name)
        is_whole = True
        for (phone, email), name in bought.items():
            at = wishes.of(phone, email)
            if at is not None:
                plan = self._plan(KnownCustomer(name, phone, email), at)
                is_whole = is_whole and not plan.striking.kept
                if plan.entries or any(map(plan.striking.has_basket, self._held_baskets())):
                    self._erase(plan.striking, plan.entries, why)
        self._erase_quotations(wishes)
        self._beside.forget_watches(lambda _, phone, begun: begun <= (wishes.of(phone, "") or _LONG_AGO))
        return is_whole

    def _erase_quotations(self, wishes: Wishes) -> None:
        """Erase those to customers whom another desk has forgotten since, also where nothing was sold."""
        store = self._memory.quotations
        for name, phone, email in () if store is None else store.customers():
            at = wishes.of(phone, email)
            if at is not None and store is not None:
                store.forget(phone, email, (name,), at)

    async def tidy(self) -> Wording:
        """Erase data past its time of retention, once a day. Returns a sentence about it; empty for nothing.

        Data of an unknown outcome is never erased, however old it is. Nothing is erased before the service
        has told its time: what is past is so by its clock and by this computer's. When the date is far
        from that of the last work here, `doubt` says so, and nothing is erased until a person confirms it.
        """
        async with self._tidying:
            days, today = self._rules.retention.days, self._reader.todays().earliest
            if self._reader.service_offset is None:
                return ""
            self.doubt = self._doubt_of(today) if days is not None else ""
            if self.doubt:
                return ""
            self._worked_on = today
            if days is None or self._tidied == (today, days):
                return ""
            try:
                count = await self._erase_before(today - timedelta(days), days)
            except Exception as error:
                log.warning("What is past could not be erased.", exc_info=True)
                told = _unfinished(error)
                return joined(" ", (told.what, told.meaning, told.action))
            self._tidied = (today, days)
            if not count:
                return ""
            erased = mark(
                "{customers}, older than {days}, erased as set in Settings.",
                customers=markn("{number} customer", "{number} customers", count),
                days=markn("{number} day", "{number} days", days),
            )
            self._books.note_erased(erased)
            return erased

    def confirm_date(self, by: str) -> None:
        """Note that a person has confirmed the date of today, so that what is past by it may be erased."""
        log.warning("The date was confirmed by %s: %s", by, self.doubt)
        self._worked_on, self.doubt = self._reader.todays().earliest, ""

    def _doubt_of(self, today: date) -> str:
        last = self._worked_on
        if last is None or -_ONE_DAY <= today - last <= _USUAL_GAP:
            return ""
        return tr(
            "Today is {today}, and the last work at this counter was on {last}.",
            today=formats.day_long(today),
            last=formats.day_long(last),
        )

    async def _erase_before(self, day: date, days: int) -> int:
        """Erase the customers of all that ended before a day. Returns their number."""
        past = await asyncio.to_thread(self._past, day)
        waiting = await asyncio.to_thread(open_intents, self._journal)
        kept = frozenset(each.request_id for each in past if each.intent_id in waiting)
        over = [each for each in past if each.request_id not in kept]
        entries = [entry for each in over for entry in _personal(each)]
        why = in_source(markn("after {number} day", "after {number} days", days))
        await asyncio.to_thread(self._erase, _Past(day, kept), entries, why)
        # In the office's database only this desk's own sales: other desks follow their own settings.
        for desk in sorted(self._journal.desks):
            wish = PAST_ONES.dump_json(PastBody(day, desk, tuple(sorted(kept))))
            await asyncio.to_thread(self._memory.sharing.put, PAST, wish)
        named = (each.private for each in over)
        return len(
            {str(each.get("customer_phone") or each.get("customer_email") or "") for each in named} - {""}
        )

    def _erase(self, striking: _Customer | _Past, entries: Sequence[LogEntry], why: str) -> None:
        """Erase customers from all that this counter keeps; waits for the disk, and raises what it says."""
        if self._baskets is not None:
            # An order that took the number of an equal one is journalled under that one's intent.
            asked = {each.facts.get("asked_as") for each in self._journal.open_attempts()}
            waiting = open_intents(self._journal) | asked
            self._baskets.forget(
                lambda basket: (
                    striking.has_basket(basket)
                    and not any(each.intent_id in waiting for each in basket.items)
                )
            )
        sales, quoted, is_in = {each.request_id for each in entries}, list[int](), _nobody_in
        self._beside.forget_paid(sales)
        if isinstance(striking, _Customer):
            self._beside.forget_watches(striking.has_watch)
            is_in = striking.is_in
            found, until = self._quotations_of(striking.customer, striking.person), striking.until
            quoted = [each.number for each in found if until is None or each.at <= until]
        self._beside.forget_reminders(sales, quoted, is_in)
        self._books.forget(striking, entries, why)

    def _held_baskets(self) -> tuple[Basket, ...]:
        return () if self._baskets is None else self._baskets.held

    def _past(self, day: date) -> list[Attempt]:
        """The attempts of what ended before a day, with data of somebody; waits for the disk."""
        return [each for each in self._journal.newest_first() if each.private and travel_day(each) < day]


def _named(customer: KnownCustomer, mine: Iterable[Attempt]) -> Person:
    """The customer with all names used in sales."""
    return Person.of(customer, (str(each.private.get("customer_name") or "") for each in mine))


def _personal(attempt: Attempt) -> tuple[LogEntry, ...]:
    return tuple(each for each in attempt.entries if is_of_customer(each))


def _naming(attempt: Attempt, person: Person) -> tuple[LogEntry, ...]:
    return tuple(each for each in attempt.entries if person.is_named_in(each))


def _lists_with(attempts: Iterable[Attempt], person: Person, but: Collection[str]) -> list[Attempt]:
    """The bookings of other customers in which the person is named."""
    return [each for each in attempts if each.request_id not in but and _naming(each, person)]


def _customers_of(attempts: Iterable[Attempt], sought: str) -> list[KnownCustomer]:
    """The customers with this phone or e-mail in the journal, newest first and each once."""
    person = Person.of(KnownCustomer("", *(("", sought) if "@" in sought else (sought, ""))))
    found: dict[str, KnownCustomer] = {}
    for each in attempts:
        if person.bought(each):
            texts = (str(each.private.get(f"customer_{name}") or "") for name in ("name", "phone", "email"))
            customer = KnownCustomer(*texts)
            found.pop(customer.phone, None)
            found[customer.phone] = customer
    return list(reversed(found.values()))


def _quoted_customer(kept: KeptQuotation) -> KnownCustomer:
    return KnownCustomer(kept.name, kept.phone, kept.email)


def _held_quotation(kept: KeptQuotation) -> HeldQuotation:
    customer = _quoted_customer(kept)
    return HeldQuotation(kept.number, kept.at, kept.last_day, customer, kept.people, kept.trips)


def _held_party(party: SavedParty, person: Person) -> HeldParty:
    """The party, without the other people if it is not the customer's own."""
    is_own = same_text(party.name) in person.names
    people = [each for each in party.people if is_own or same_text(each.name) in person.names]
    return HeldParty(
        party.travelled_on,
        tuple(
            {"name": each.name, "age": each.age, "gender": each.gender, "nationality": each.nationality}
            for each in people
        ),
        is_own,
    )


def _unfinished(error: Exception) -> Advice:
    """Advice that a deletion is not complete."""
    return Advice(
        what=tr("What is known of the customer could not be deleted everywhere."),
        meaning=tr("Some of it may still be on this computer."),
        action=tr("Try again; what is deleted already stays so."),
        details=((tr("Reason"), str(error)),),
    )


def _record(attempt: Attempt, *, is_open: bool, today: date) -> HeldRecord:
    """The record of an attempt; `is_open` when an outcome that concerns it is unknown."""
    facts, is_cancellation = attempt.facts, attempt.kind is Kind.CANCEL
    return HeldRecord(
        request_id=attempt.request_id,
        is_cancellation=is_cancellation,
        booking_ref=text(facts, "booking_ref"),
        state=tr((CANCEL_WORDS if is_cancellation else SALE_WORDS)[attempt.state]),
        title=text(facts, "title"),
        day=day(facts),
        window=text(facts, "window"),
        qty=int(text(facts, "qty") or 0),
        customer_pays=text(facts, "customer_pays"),
        currency=text(facts, "currency"),
        at=attempt.first_at.astimezone(),
        personal=_told(attempt.private),
        is_open=is_open,
        is_ahead=travel_day(attempt) >= today,
    )


def _record_of(kept: KeptSale, today: date) -> HeldRecord:
    """The record of a sale of another desk, from the office's database."""
    named = (kept.customer_name, kept.customer_phone, kept.customer_email)
    keys = (f"customer_{key}" for key in _CUSTOMER_KEYS)
    return HeldRecord(
        request_id=kept.request_id,
        is_cancellation=False,
        booking_ref=kept.booking_ref,
        state=state_words(kept.state),
        title=kept.title,
        day=kept.day,
        window=kept.window,
        qty=kept.qty,
        customer_pays="" if kept.customer_pays is None else str(kept.customer_pays),
        currency=kept.currency,
        at=kept.sold_at.astimezone(),
        personal={key: value for key, value in zip(keys, named, strict=True) if value},
        is_ahead=(kept.day or kept.sold_at.date()) >= today and kept.standing != SaleStanding.CANCELLED,
        desk=kept.desk,
    )


def _with_reading(record: HeldRecord, reading: StatusReading | None) -> HeldRecord:
    """The record with the travellers of the last status reading, if there is one."""
    if reading is None:
        return record
    travellers = [asdict(each) for each in reading.travellers]
    said = {"service_travellers": travellers, "service_more": dict(reading.more)}
    return replace(
        record, personal={**record.personal, **{name: each for name, each in said.items() if each}}
    )


def _told(private: Mapping[str, JsonScalar]) -> dict[str, object]:
    """The personal data by the journal's names; texts with JSON are decoded."""
    return {
        name: json.loads(str(value)) if name in _IN_JSON and value else value
        for name, value in private.items()
        if name not in _NOT_THE_CUSTOMERS
    }

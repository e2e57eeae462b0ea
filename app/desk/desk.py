"""What a clerk does at the counter: a method an action, and an object for each larger piece of work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from app.api.client import PartnerClient
from app.api.messages.api_key import ApiKey
from app.api.wire import monotonic_clock
from app.api.wire.sender import Sleep
from app.core.language import joined, words_of
from app.desk.bookings import sale_records
from app.desk.bookings.bookings import Books
from app.desk.bookings.known_customers import KnownCustomer, KnownParty, KnownSale
from app.desk.bookings.local_cache import Memory
from app.desk.cancellation.cancellation import Cancelling
from app.desk.customers.customers import CustomerBook
from app.desk.day_close.day_close import Days
from app.desk.day_close.other_desks_rows import rows_of_others
from app.desk.model.activities import ActivityCatalogue, ActivityOffer, DaySlots
from app.desk.model.boats import BoatDraft, Departure, DepartureList
from app.desk.model.errors import DeskError
from app.desk.model.office_rules import OfficeRules
from app.desk.model.sale import Profile, Sale, Wallet
from app.desk.passengers.mrz import MrzReading
from app.desk.passengers.mrz_from_copy import GreyPicture, TextReader, UnreadableError, reading_of
from app.desk.payment.payments import Cashier, Ending
from app.desk.payment.unknown_outcome import Enquiry
from app.desk.sale.selling import Selling
from app.desk.service import advice
from app.desk.service.cutoffs import Todays, todays
from app.desk.service.service_reader import Reader
from app.desk.wallet.wallet_history import Purse
from app.store.journal.journal import Journal
from app.store.journal.states import is_open


def local_now() -> datetime:
    """The time of this computer, with its zone."""
    return datetime.now(UTC).astimezone()


@dataclass(frozen=True, slots=True)
class DeskOptions:
    """What differs between installations, profiles and tests."""

    text_reader: TextReader | None = None
    """Reads the text on copies of passports; None where the installation cannot."""
    key_problem: Callable[[ApiKey], str] | None = None
    """Says in a sentence why a key must not be used here, or gives an empty text; called in a thread."""
    sleep: Sleep = monotonic_clock.sleep
    """Waits between the readings that are made without a person."""


class Desk:
    """The counter's work over one profile: reads, checks, sells, and knows what it has sold."""

    def __init__(
        self,
        client: PartnerClient,
        journal: Journal,
        profile: Profile,
        clock: Callable[[], datetime] = local_now,
        memory: Memory | None = None,
        *,
        rules: OfficeRules | None = None,
        options: DeskOptions | None = None,
    ) -> None:
        options = options or DeskOptions()
        self.profile = profile
        self.rules = rules or OfficeRules()
        self.reader = Reader(client, journal.new_request_id, clock)
        self.enquiry = Enquiry(self.reader, journal, clock, self.rules, sleep=options.sleep)
        self._memory = memory or Memory()
        self.office, self.sharing = self._memory.office, self._memory.sharing
        self.name = journal.desk
        """Of this counter, as it stands in what it keeps for the office."""
        self.purse = Purse(self.office, journal, clock)
        self.reader.wallet_read.subscribe(self.purse.note)
        self._text_reader = options.text_reader
        self.books = Books(journal, self._memory, self.reader, clock)
        self._journal = journal
        self._clock = clock
        self.days = Days(
            journal,
            self.office,
            clock,
            self.wallet,
            lambda: self.wallet_reading,
            others=rows_of_others(self.sharing, journal.desk),
        )
        self._cashier = Cashier(client, journal, clock, lambda: self.days.duty.name)
        self._cashier.ended.subscribe(self._enquire)
        self.unkept = self._cashier.unkept
        self._key_problem = options.key_problem
        self.selling = Selling(
            self.reader, self._cashier, journal, clock, self.wallet, is_practice=not profile.is_real
        )
        self.cancelling = Cancelling(
            self.reader, self._cashier, journal, clock, self.rules, sleep=options.sleep
        )
        self.customer_book = CustomerBook(journal, self._memory, self.books, self.rules, self)

    @property
    def wallet_reading(self) -> Wallet | None:
        """The wallet as it was read last; None before the first reading."""
        return self.reader.wallet_reading

    @property
    def is_settling(self) -> bool:
        """Whether a money call is running."""
        return self._cashier.is_settling

    async def start(self) -> None:
        """Name what an interrupted program left behind, before anything is sold, and enquire into it."""
        await self._cashier.close_interrupted()
        self.enquiry.begin(await asyncio.to_thread(self._journal.open_attempts))

    async def use_key(self, text: str) -> Wallet:
        """Work with another key from now on, and give its wallet; journal and open sales stay as they are.

        Waits for money calls under way. Raises DeskError, and goes on with the old key, when the text
        cannot be a key or the service does not take it.
        """
        try:
            key = ApiKey(text)
        except ValueError as error:
            raise DeskError(advice.advise_no_key(words_of(error))) from None
        if self._key_problem and (problem := await asyncio.to_thread(self._key_problem, key)):
            raise DeskError(advice.advise_no_key(problem))
        wallet: Wallet | None = None
        while wallet is None or self.is_settling:
            await self.finish()
            wallet = await self.reader.wallet_of(key)
        # Nothing may come in between: a call goes out with the key whose wallet it was checked against.
        self.reader.use_key(key, wallet)
        self.profile = replace(self.profile, key_last_four=key.last_four)
        return wallet

    async def check_key(self) -> None:
        """Have the key checked that is not accepted; selling is on again when it is. Raises DeskError."""
        await self.wallet()
        self.reader.access.begin_anew()

    async def remember(self) -> str:
        """Fill the register with what the journal has more, and forget customers when it is time.

        Gives a sentence when that went wrong, or the register had to be made anew. Nobody waits for it:
        whoever sold asks for it after the receipt is on screen.
        """
        told = await self.books.follow(self.profile, self.today())
        return joined(" ", (told, await self.customer_book.tidy()))

    async def finish(self) -> None:
        """Wait for money calls that are running."""
        await self._cashier.finish()

    async def close(self) -> None:
        """Wait for money calls that are running, then give the register back."""
        await self.finish()
        await self.enquiry.end()
        await self.purse.finish()
        await self._memory.close()

    def service_now(self) -> datetime:
        """Now by the service's clock and zone, as far as its answers tell; cutoffs are counted by it."""
        return self.reader.service_now()

    def today(self) -> date:
        """Today in the service's zone."""
        return self.reader.service_now().date()

    @property
    def journal_problem(self) -> str:
        """Why the journal cannot be relied on, and so nothing is sold; empty when it can."""
        return self._journal.recovery.problem

    def todays(self) -> Todays:
        """The dates that it may be for the service: this computer's, the service's, and that of UTC."""
        return todays(self._clock(), self.reader.service_now())

    async def activities(self, day: date) -> ActivityCatalogue:
        """The activities for a date (interface part 4.1). Raises DeskError."""
        found = await self.reader.activities(day)
        await self._memory.keep_activities(self.profile, found)
        return found

    async def kept_activities(self, day: date) -> ActivityCatalogue | None:
        """The activities as they were last read for the date, however long ago; None when never."""
        return await self._memory.activities(self.profile, day)

    async def slots(self, offer: ActivityOffer, day: date) -> DaySlots:
        """The slots of an activity on a day with exact fares (interface part 4.2). Raises DeskError."""
        return await self.reader.slots(offer, day)

    async def departures(self, day: date) -> DepartureList:
        """The boats of a day with what each asks of its passengers (parts 4.1, 4.2). Raises DeskError."""
        found = await self.reader.departures(day)
        await self._memory.keep_departures(self.profile, found)
        return found

    async def kept_departures(self, day: date) -> DepartureList | None:
        """The boats as they were last read for the date, however long ago; None when never."""
        return await self._memory.departures(self.profile, day)

    async def departure(self, seen: Departure) -> Departure:
        """The same departure as it is now, closed when it is offered no more. Raises DeskError."""
        return await self.reader.departure(seen)

    async def wallet(self) -> Wallet:
        """The wallet as it is now (interface part 4.5); kept as the last reading. Raises DeskError."""
        found = await self.reader.wallet()
        await self.enquiry.notice(found)
        return found

    async def customers(self, typed: str) -> tuple[KnownCustomer, ...]:
        """Who bought here before and fits a phone or a name being typed, the newest first."""
        return await self._memory.customers(typed)

    async def parties(self, travel_day: date) -> tuple[KnownParty, ...]:
        """The groups that travelled last, with their ages on the day of this travel."""
        return await self._memory.parties(travel_day)

    async def keep_party(self, draft: BoatDraft) -> None:
        """Keep who travelled together for another time: names and ages, never documents."""
        await self._memory.keep_party(draft)

    @property
    def reads_copies(self) -> bool:
        """Whether this installation can read the copy of a passport."""
        return self._text_reader is not None

    async def read_copy(self, picture: GreyPicture) -> MrzReading | None:
        """What the machine-readable zone on a copy says; None unless every check digit is right."""
        if self._text_reader is None:
            return None
        try:
            lines = await self._text_reader.lines(picture)
        except UnreadableError:
            return None
        return await asyncio.to_thread(reading_of, lines, self.today())

    async def known_sales(self, typed: str) -> tuple[KnownSale, ...]:
        """Sales of this counter that fit words being typed, the newest first."""
        return await self._memory.sales(typed)

    async def most_sold(self, module: str) -> dict[str, int]:
        """How often each product of a module was sold here of late, by the product's number."""
        return await self._memory.most_sold(self.profile, module)

    async def sales(self) -> tuple[Sale, ...]:
        """The sales of this counter, the ones that need an answer first."""
        found = sale_records.sales(await asyncio.to_thread(self._journal.attempts))
        return sale_records.of_others(found, self.wallet_reading.agent_id) if self.wallet_reading else found

    def _enquire(self, ending: Ending) -> None:
        """Ask by itself about what has just become unknown, whether or not anybody still waits for it."""
        if is_open(ending.state):
            self.enquiry.begin(self._journal.open_attempts())

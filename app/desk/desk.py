"""The desk: its services for one profile, composed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from app.api.client import PartnerClient
from app.api.wire import monotonic_clock
from app.api.wire.sender import Sleep
from app.core.frozen import frozen
from app.core.language import Wording
from app.desk.basket.basket_booking import BasketBooking
from app.desk.basket.baskets import Baskets
from app.desk.bookings.booking_notes import BookingNotes
from app.desk.bookings.bookings import Bookings
from app.desk.bookings.local_cache import LocalCache
from app.desk.bookings.unseen_sales import UnseenSales
from app.desk.cancellation.cancellation import Cancellations
from app.desk.cancellation.cancelling_desks import CancellingDesks
from app.desk.catalogue.catalogue import Catalogue
from app.desk.customers.customers import Customers, KeptBeside
from app.desk.day_close.day_close import DayClose
from app.desk.day_close.other_desks_rows import rows_of_others
from app.desk.first_contact.first_look import FirstContact
from app.desk.free_now.seat_watches import SeatWatches
from app.desk.model.office_rules import OfficeRules
from app.desk.model.sale import Profile
from app.desk.moving.move_files import MoveFiles
from app.desk.moving.moves import Moves
from app.desk.office.desk_names import DeskNames
from app.desk.passengers.mrz_from_copy import CopyReader, TextReader
from app.desk.payment.deciders import Deciders
from app.desk.payment.journal_facts import last_zone
from app.desk.payment.key_change import KeyChange, KeyProblem
from app.desk.payment.payments import Payments
from app.desk.payment.unknown_outcome import UnknownOutcomes
from app.desk.quotations.quotations import Quotations
from app.desk.sale.selling import Selling
from app.desk.service.clock_warning import MOST_TO_SELL
from app.desk.service.service_reader import ServiceReader
from app.desk.storm.journal_ends import JournalEnds
from app.desk.storm.storm_desk import StormDesk, StormServices
from app.desk.storm.storm_file import StormFiles
from app.desk.till.owing import Owing
from app.desk.till.till import Till
from app.desk.till.tills_of_desks import TillsOfDesks
from app.desk.to_do.to_do_desk import ToDoDesk, ToDoSources
from app.desk.travelling.travelling import Travelling
from app.desk.vouchers.kept_words import words_of
from app.desk.wallet.current_wallet import CurrentWallet
from app.desk.wallet.wallet_history import WalletHistory
from app.store.journal.journal import Journal

if TYPE_CHECKING:
    from app.desk.free_now.free_now import FreeNow
    from app.store.till.till_book import TillBook


def local_now() -> datetime:
    """The time of this computer, with its zone."""
    return datetime.now(UTC).astimezone()


@frozen
class DeskOptions:
    """The options that differ between installations, profiles and tests."""

    text_reader: TextReader | None = None
    """Reads the text on copies of passports; None when the installation cannot."""
    key_problem: KeyProblem | None = None
    """See `problem` of `KeyChange`."""
    sleep: Sleep = monotonic_clock.sleep
    """Waits between automatic readings."""
    most_apart: timedelta = MOST_TO_SELL
    """See `ServiceReader`."""
    open_till: Callable[[], TillBook] | None = None
    """Opens the till's book; None where nothing is kept."""
    has_till: Callable[[], bool] = bool
    """Whether that book was ever begun."""


class Desk:
    """Holds the services; the flows give each page those that it needs. Started and closed as one."""

    def __init__(
        self,
        client: PartnerClient,
        journal: Journal,
        profile: Profile,
        clock: Callable[[], datetime] = local_now,
        local_cache: LocalCache | None = None,
        *,
        rules: OfficeRules | None = None,
        options: DeskOptions | None = None,
    ) -> None:
        options = options or DeskOptions()
        self.name = journal.desk
        """Of this counter, as it stands in what it keeps for the office."""
        self.rules = rules = rules or OfficeRules()
        self.local_cache = cache = local_cache or LocalCache()
        self._journal, self._clock, self._options = journal, clock, options
        self._deciders = Deciders(rules, lambda: self.day_close.duty)
        self.reader = reader = _reader(client, profile, journal, clock, options)
        self.first_contact = FirstContact(client, clock)
        self.catalogue = Catalogue(reader, cache)
        self.copies = CopyReader(options.text_reader, reader.today)
        self.unknown_outcomes = UnknownOutcomes(
            reader, journal, clock, rules, self._deciders, sleep=options.sleep
        )
        self.wallet = wallet = CurrentWallet(reader, self.unknown_outcomes)
        self.wallet_history = WalletHistory(cache.office, journal, clock)
        self.names = DeskNames(cache.office, journal.desk)
        self.bookings = Bookings(journal, cache, reader, clock)
        self.unseen = UnseenSales(journal, self.bookings.own, cache.folder)
        self.day_close = self._day_close()
        self.payments = Payments(client, journal, clock, self._clerk, reader.wallet)
        self.api_key = KeyChange(reader, self.payments, wallet.read, options.key_problem)
        self.notes = BookingNotes(self.bookings, self._clerk)
        self.selling = self._selling(is_practice=not profile.is_real)
        self.baskets = Baskets(cache.folder, clock)
        self.basket_booking = BasketBooking(
            self.selling, journal, self.baskets.keep_intent, self.unknown_outcomes, clock
        )
        self.cancellation = self._cancellations()
        self.till = self._till()
        self.seat_watches = SeatWatches(cache.folder, reader, lambda: self.free_now)
        self.quotations = Quotations(reader, cache, rules, self._clerk)
        self.owing = Owing(self.till, self.bookings)
        self.storm = self._storm_desk()
        self.moves = Moves(
            self.cancellation,
            self.bookings,
            self.basket_booking,
            JournalEnds(journal, self.payments.is_carrying),
            MoveFiles(cache.folder),
            clerk=self._clerk,
            clock=clock,
        )
        self.day_close.hold_open(self.moves.moving)
        self.travelling = Travelling(self.bookings, self.owing, self.till, rules, reader, clerk=self._clerk)
        self.to_do = self._to_do()
        self.customers = self._customers()
        reader.wallet_read.subscribe(self.wallet_history.note)
        self.payments.ended.subscribe(self.unknown_outcomes.note_ending)
        self.selling.written.subscribe(lambda number, draft: self.notes.begin(number, draft.notes))

    @cached_property
    def free_now(self) -> FreeNow:
        """What is free on a day; made when it is first asked for, since no list needs it."""
        from app.desk.free_now.free_now import FreeNow
        from app.desk.free_now.polite_reader import PoliteReader

        polite = PoliteReader(self.reader.moment, self.payments.finish, self._options.sleep)
        return FreeNow(self.catalogue, self.reader, self.local_cache, polite)

    def _clerk(self) -> str:
        """Who is on duty; empty for nobody."""
        return self.day_close.duty.name

    def _day_close(self) -> DayClose:
        cache, reader, wallet, clock = self.local_cache, self.reader, self.wallet, self._clock
        desk = self._journal.desk
        return DayClose(
            self._journal,
            cache.office,
            clock,
            wallet.read,
            lambda: wallet.last,
            others=rows_of_others(cache.sharing, desk, self.bookings.hold, self.bookings.knows),
            doubt=reader.clock_doubt,
            service_today=lambda: reader.service_now().astimezone(clock().tzinfo).date(),
        )

    def _selling(self, *, is_practice: bool) -> Selling:
        return Selling(
            self.reader,
            self.payments,
            self._journal,
            self._clock,
            self.wallet.read,
            keeps=lambda draft, price: words_of(draft, price, self.rules.branding),
            is_gone=self.bookings.is_gone,
            is_practice=is_practice,
        )

    def _cancellations(self) -> Cancellations:
        cache = self.local_cache
        return Cancellations(
            self.reader,
            self.payments,
            self._journal,
            self._clock,
            self.rules,
            deciders=self._deciders,
            desks=CancellingDesks(self.bookings.joined, cache.sharing, cache.office, self._clerk),
            sleep=self._options.sleep,
        )

    def _till(self) -> Till:
        return Till(
            self._options.open_till,
            self.rules,
            self._clock,
            self._clerk,
            has_book=self._options.has_till,
            tills=TillsOfDesks(self.local_cache.sharing, self._journal.desk),
        )

    def _to_do(self) -> ToDoDesk:
        kept = (self.bookings, self.moves, self.seat_watches, self.quotations)
        sources = ToDoSources(*kept, self.till, self.owing, self.travelling)
        return ToDoDesk(self.local_cache.folder, sources, self.reader.service_now)

    def _customers(self) -> Customers:
        return Customers(
            self._journal,
            self.local_cache,
            self.bookings,
            self.rules,
            self.reader,
            baskets=self.baskets,
            beside=KeptBeside(self.till.forget, self.seat_watches.forget, self.to_do.forget),
        )

    def _storm_desk(self) -> StormDesk:
        cache = self.local_cache
        services = StormServices(
            self.reader,
            self.cancellation,
            self.bookings,
            JournalEnds(self._journal, self.payments.is_carrying),
            self.payments,
            StormFiles(cache.folder),
            self.till,
            self.owing,
        )
        return StormDesk(
            services,
            self.rules,
            deciders=self._deciders,
            clerk=self._clerk,
            is_shared=lambda: cache.sharing.is_used,
            sleep=self._options.sleep,
        )

    async def start(self) -> None:
        """Record interrupted attempts before anything is sold, and enquire into unknown outcomes."""
        await self.payments.close_interrupted()
        await self.unseen.begin()
        self.unknown_outcomes.begin(await asyncio.to_thread(self._journal.open_attempts))
        await self.baskets.begin()
        await self.storm.start()
        await self.moves.start()
        await self.to_do.start()

    async def remember(self) -> tuple[Wording, ...]:
        """Update the register from the journal, and forget customers that are due.

        Returns sentences when that failed or the register had to be made anew. It is called once the receipt
        is on screen, which does not wait for it.
        """
        told = await self.bookings.follow()
        erased = await self.customers.tidy()
        await self.quotations.tidy()
        await self.to_do.tidy()
        return tuple(each for each in (told, erased) if each)

    async def close(self) -> None:
        """Wait for running money calls, then close the register."""
        await self.storm.close()
        await self.travelling.finish()
        await self.payments.finish()
        await self.notes.finish()
        await self.unknown_outcomes.end()
        await self.baskets.finish()
        await self.seat_watches.finish()
        await self.unseen.finish()
        await self.wallet_history.finish()
        await self.day_close.changes.finish()
        await self.cancellation.desks.finish()
        await self.till.close()
        await self.local_cache.close()


def _reader(
    client: PartnerClient,
    profile: Profile,
    journal: Journal,
    clock: Callable[[], datetime],
    options: DeskOptions,
) -> ServiceReader:
    return ServiceReader(
        client,
        profile,
        journal.new_request_id,
        clock,
        most_apart=options.most_apart,
        zone=last_zone(journal.newest_first()),
    )

"""Bookings, cancellations and the wallet's ledger together: each step is one balanced entry."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from app.practice.protocol.errors import RequestRefusedError
from app.practice.world.booking import Cancellation, PracticeBooking, PracticeSale, Settlement, pnr
from app.practice.world.identity import AGENT_ID
from app.practice.world.ledger import OPENING_CASH, Account, Ledger, LedgerLine
from app.practice.world.orders import CancelOrder, OrderModule
from app.practice.world.state_file import SavedAgent

_FIRST_BOOKING = 900_104_482
_FIRST_PASSENGER = 900_050_211
_NUMBERS_AN_AGENT = 10_000_000


class OrderRegister:
    """The bookings and the ledger of one agent. Not thread-safe."""

    def __init__(
        self,
        agent_id: int,
        ledger: Ledger,
        bookings: Iterable[PracticeBooking] = (),
        cancellations: Iterable[Cancellation] = (),
    ) -> None:
        self.agent_id = agent_id
        self.ledger = ledger
        self._first = (agent_id - AGENT_ID) * _NUMBERS_AN_AGENT
        self._bookings = {each.ref: each for each in bookings}
        self._cancellations = {each.order.request_id: each for each in cancellations}

    @classmethod
    def opened(cls, agent_id: int, now: datetime) -> OrderRegister:
        """A new register with the agent's opening balance and no bookings."""
        ledger = Ledger()
        ledger.post(
            now,
            "OPENING",
            (LedgerLine(Account.CASH, OPENING_CASH), LedgerLine(Account.OFFICE, -OPENING_CASH)),
        )
        return cls(agent_id, ledger)

    @classmethod
    def restored(cls, saved: SavedAgent) -> OrderRegister:
        """The register of a saved state."""
        ledger = Ledger(saved.credit_limit, saved.entries)
        return cls(saved.agent_id, ledger, saved.bookings, saved.cancellations)

    def saved(self) -> SavedAgent:
        """The state to save."""
        return SavedAgent(
            agent_id=self.agent_id,
            credit_limit=self.ledger.credit_limit,
            entries=self.ledger.entries,
            bookings=self.bookings,
            cancellations=tuple(self._cancellations.values()),
        )

    @property
    def bookings(self) -> tuple[PracticeBooking, ...]:
        """All bookings, oldest first."""
        return tuple(self._bookings.values())

    @property
    def next_passenger_id(self) -> int:
        """The number of the next passenger; never used twice."""
        return _FIRST_PASSENGER + self._first + sum(len(each.seats) for each in self._bookings.values())

    def booking(self, ref: str, module: OrderModule) -> PracticeBooking:
        """The booking with this reference. Raises RequestRefusedError when there is none in the module."""
        booking = self._bookings.get(ref)
        if booking is None or booking.sale.module is not module:
            raise RequestRefusedError("BOOKING_NOT_FOUND", "There is no such booking in this module.")
        return booking

    def made_by(self, request_id: str) -> PracticeBooking | None:
        """The first booking made with a request number, or None."""
        return next((each for each in self._bookings.values() if each.sale.request_id == request_id), None)

    def settle(self, sale: PracticeSale, now: datetime) -> PracticeBooking:
        """Debit a sale, cash first and then credit, and book it. Raises RequestRefusedError without money."""
        from_cash = min(sale.total, max(self.ledger.cash, 0))
        from_credit = sale.total - from_cash
        if from_credit > self.ledger.credit_left:
            raise RequestRefusedError(
                "WALLET_BALANCE_INSUFFICIENT", "Cash and credit of the wallet do not cover this booking."
            )
        number = self._first + len(self._bookings)
        ref = pnr(sale.module, number)
        lines = (
            LedgerLine(Account.TRAVEL, sale.total),
            LedgerLine(Account.CASH, -from_cash),
            LedgerLine(Account.CREDIT, -from_credit),
        )
        entry = self.ledger.post(now, "BOOKING", lines, ref=ref, request_id=sale.request_id)
        booking = PracticeBooking(
            ref=ref,
            booking_id=_FIRST_BOOKING + number,
            sale=sale,
            seats=sale.seats,
            from_cash=from_cash,
            from_credit=from_credit,
            entry_id=entry.entry_id,
        )
        self._bookings[ref] = booking
        return booking

    def replayed(self, order: CancelOrder) -> Cancellation | None:
        """The first result of a repeated cancellation, or None. Raises RequestRefusedError if it differs."""
        before = self._cancellations.get(order.request_id)
        if before is not None and before.order != order:
            raise RequestRefusedError(
                "REQUEST_ID_REUSED", "This request_id was used for another cancellation."
            )
        return before

    def refund(self, order: CancelOrder, settled: Settlement, now: datetime) -> Cancellation:
        """Credit a cancellation and void its seats."""
        lines = (
            LedgerLine(Account.CREDIT, settled.of_credit),
            LedgerLine(Account.CASH, settled.refund - settled.of_credit),
            LedgerLine(Account.CHARGES, settled.charge),
            LedgerLine(Account.TRAVEL, -settled.paid),
        )
        entry = self.ledger.post(now, "REFUND", lines, ref=order.booking_ref, request_id=order.request_id)
        after = self._bookings[order.booking_ref].after(settled)
        self._bookings[order.booking_ref] = after
        cancellation = Cancellation(
            order=order,
            refund_reference=f"PRACTICE-RF-{entry.number}",
            refund=settled.refund,
            charge=settled.charge,
            leaves_seats=not after.is_cancelled,
        )
        self._cancellations[order.request_id] = cancellation
        return cancellation

    def adjust_cash(self, cash: int, now: datetime) -> None:
        """Set the cash to this amount, by an entry of the operating office."""
        more = cash - self.ledger.cash
        if more:
            self.ledger.post(
                now, "ADJUSTMENT", (LedgerLine(Account.CASH, more), LedgerLine(Account.OFFICE, -more))
            )

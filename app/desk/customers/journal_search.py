"""Finds customers in the journal: which entries have data of them, and which must stay."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from app.core.frozen import frozen
from app.desk.bookings.known_customers import KnownCustomer
from app.desk.model.typed_text import same_text
from app.desk.payment.order import CLERK, PEOPLE
from app.store.journal.attempt import Attempt
from app.store.journal.hash_chain import LogEntry
from app.store.journal.journal import Journal
from app.store.journal.states import Kind
from app.store.register.index_words import phone_key

_LISTS = ("before", "chosen", PEOPLE)
_NUMBERS = "traveller_ids"


@frozen
class Person:
    """A person to find: by phone or e-mail as a customer, and by name as a traveller."""

    phone: str
    """As returned by `phone_key`; empty for none."""
    email: str
    names: frozenset[str]

    @classmethod
    def of(cls, customer: KnownCustomer, names: Iterable[str] = ()) -> Person:
        """The person of a customer, who may have used other names too."""
        every = (customer.name, *names)
        return cls(
            phone_key(customer.phone),
            customer.email.strip().casefold(),
            frozenset(same_text(name) for name in every if name.strip()),
        )

    def bought(self, attempt: Attempt) -> bool:
        """Whether the sale has this phone or this e-mail."""
        private = attempt.private
        phone, email = str(private.get("customer_phone") or ""), str(private.get("customer_email") or "")
        is_phone = bool(self.phone) and phone_key(phone) == self.phone
        return is_phone or (bool(self.email) and email.strip().casefold() == self.email)

    def is_named_in(self, entry: LogEntry) -> bool:
        """Whether a traveller in it has one of the names, or a clerk's text has the name or the e-mail."""
        if not entry.private:
            return False
        told = same_text(str(entry.private.get("reason") or ""))
        said = any(f" {each} " in f" {told} " for each in self.names | {self.email} - {""})
        return said or any(same_text(name) in self.names for name in travellers(entry.private))


def travellers(private: Mapping[str, object]) -> tuple[str, ...]:
    """The names of travellers in private facts."""
    numbers: Mapping[str, object] = json.loads(str(private.get(_NUMBERS) or "{}"))
    lists = (json.loads(str(private.get(name) or "[]")) for name in _LISTS)
    return (*numbers, *(str(each["name"]) for people in lists for each in people))


def is_of_customer(entry: LogEntry) -> bool:
    """Whether it has data of the customer, besides the counter's own: clerk, decision and reason."""
    return bool(entry.private.keys() - {CLERK}) and "by" not in entry.private


def travel_day(attempt: Attempt) -> date:
    """The day of travel, or of the sale when that is unknown."""
    try:
        return date.fromisoformat(str(attempt.facts.get("day")))
    except ValueError:
        return attempt.first_at.date()


def booking_of(attempt: Attempt) -> str:
    """The PNR of the attempt in one case, for comparing; empty for none."""
    return str(attempt.facts.get("booking_ref") or "").casefold()


def of_customer(attempts: Sequence[Attempt], person: Person) -> tuple[Attempt, ...]:
    """The attempts of sales to a person and of their cancellations, oldest first."""
    sales = {each.request_id: each for each in attempts if each.kind is Kind.CREATE and person.bought(each)}
    bookings = frozenset(map(booking_of, sales.values())) - {""}
    return tuple(
        each
        for each in attempts
        if each.request_id in sales
        or (each.kind is Kind.CANCEL and each.private and booking_of(each) in bookings)
    )


def open_intents(journal: Journal) -> frozenset[str]:
    """The intents whose data must not be erased: an outcome of them or of the same booking is unknown."""
    waiting = journal.open_attempts()
    bookings = {booking_of(each) for each in waiting if each.kind is Kind.CANCEL}
    named = (each for booking in bookings for each in journal.of_booking(booking))
    return frozenset(each.intent_id for each in (*waiting, *named))

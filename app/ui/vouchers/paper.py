"""A paper with the ways in which it is handed over: printed, as a PDF, as text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from typing_extensions import override

from app.core.frozen import frozen
from app.core.language import Message, mark, tr
from app.core.settings import PAPERS
from app.desk.model.office_rules import Branding
from app.desk.vouchers import voucher_text
from app.desk.vouchers.voucher import Voucher, default_file_name

if TYPE_CHECKING:
    from app.ui.vouchers.layout import Laid


class PaperWords(NamedTuple):
    """What is said of one kind of paper once it was handed over, or was not."""

    kind: Message
    """With its reference: "Voucher AC7H2W91X"."""
    save: Message
    copied: Message
    printed: Message
    not_printed: Message


class _Value(Protocol):
    """What a paper is made of."""

    @property
    def branding(self) -> Branding: ...

    def shown(self, branding: Branding, /) -> Self: ...


V = TypeVar("V", bound=_Value)


@frozen
class PaperFacts(Generic[V]):
    """What is known of one kind of paper, each from what stands on it."""

    reference: Callable[[V], str]
    """What it is found by: the name of the print job and the title of the PDF."""
    file_name: Callable[[V], str]
    """A name for its file, without a person's name."""
    text: Callable[[V], str]
    """It as plain text in its language."""
    mail_link: Callable[[V], str] = lambda _: ""
    """A link that opens a draft to the customer."""
    chat_link: Callable[[V, str], str] = lambda _, _digits: ""
    """A link that opens a chat with this number and the text."""
    phone: Callable[[V], str] = lambda _: ""
    """The customer's phone number; empty when unknown, and on a paper that is for no customer."""
    email: Callable[[V], str] = lambda _: ""
    """The customer's e-mail address, likewise."""
    has_price: Callable[[V], bool] = lambda _: False
    """Whether it has a price that need not be on it."""


class CustomerPaper(ABC, Generic[V]):
    """One paper as it is chosen now; another choice makes a new one. A subclass declares its kind."""

    words: ClassVar[PaperWords]
    facts: PaperFacts[V]
    sizes: ClassVar[tuple[str, ...]] = PAPERS
    """The papers that it is made for."""

    def __init__(self, value: V) -> None:
        """`value` is what stands on it."""
        self.value = value
        self.reference, self.file_name = self.facts.reference(value), self.facts.file_name(value)
        self.phone, self.email = self.facts.phone(value), self.facts.email(value)
        self.may_hide_price = self.facts.has_price(value)

    @property
    def branding(self) -> Branding:
        """The agency, the size of the paper and the language."""
        return self.value.branding

    @property
    def copied(self) -> str:
        """What is said once it was copied as text."""
        return tr(self.words.copied)

    def shown(self, branding: Branding) -> Self:
        """The same with another branding."""
        return type(self)(self.value.shown(branding))

    @abstractmethod
    def lay_out(self) -> Laid:
        """Its pages."""

    def text(self) -> str:
        """It as plain text in its language."""
        return self.facts.text(self.value)

    def mail_link(self) -> str:
        """A link that opens a draft to the customer."""
        return self.facts.mail_link(self.value)

    def chat_link(self, digits: str) -> str:
        """A link that opens a chat with this number and the text."""
        return self.facts.chat_link(self.value, digits)


class VoucherPaper(CustomerPaper[Voucher]):
    """A voucher, or a cancellation slip."""

    words = PaperWords(
        mark("Voucher {reference}"),
        mark("Save voucher as PDF"),
        mark("Voucher copied as text"),
        mark("Voucher sent to the printer"),
        mark("The printer did not take the voucher. The booking is safe: print it again."),
    )

    facts = PaperFacts[Voucher](
        reference=lambda voucher: voucher.booking_ref,
        file_name=default_file_name,
        text=voucher_text.as_text,
        mail_link=voucher_text.mail_link,
        chat_link=voucher_text.chat_link,
        phone=lambda voucher: voucher.customer_phone,
        email=lambda voucher: voucher.customer_email,
        has_price=lambda voucher: voucher.price is not None,
    )

    @override
    def lay_out(self) -> Laid:
        # Not needed for the first paint.
        from app.ui.vouchers.layout import lay_out

        return lay_out(self.value)

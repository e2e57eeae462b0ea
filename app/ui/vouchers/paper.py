"""A paper with the ways in which it is handed over: printed, as a PDF, as text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, NamedTuple

from typing_extensions import override

from app.core.language import Message, mark, tr
from app.core.settings import PAPERS
from app.desk.model.office_rules import Branding
from app.desk.vouchers import voucher_text
from app.desk.vouchers.links import chat_to, mail_to
from app.desk.vouchers.voucher import Voucher, default_file_name

if TYPE_CHECKING:
    from app.ui.vouchers.layout import Laid


class PaperWords(NamedTuple):
    """What is said of one kind of paper once it was handed over, or was not."""

    save: Message
    copied: Message
    printed: Message
    not_printed: Message


class CustomerPaper(ABC):
    """One paper as it is chosen now; another choice makes a new one."""

    words: PaperWords
    sizes: tuple[str, ...] = PAPERS
    """The papers that it is made for."""

    @property
    @abstractmethod
    def value(self) -> object:
        """What stands on it."""

    @property
    @abstractmethod
    def branding(self) -> Branding:
        """The agency, the size of the paper and the language."""

    @property
    @abstractmethod
    def reference(self) -> str:
        """What it is found by: the name of the print job and the title of the PDF."""

    @property
    @abstractmethod
    def file_name(self) -> str:
        """A name for its file, without a person's name."""

    @property
    def phone(self) -> str:
        """The customer's phone number; empty when unknown, and on a paper that is for no customer."""
        return ""

    @property
    def email(self) -> str:
        """The customer's e-mail address; empty when unknown, and on a paper that is for no customer."""
        return ""

    @property
    def may_hide_price(self) -> bool:
        """Whether it has a price that need not be on it."""
        return False

    @property
    def copied(self) -> str:
        """What is said once it was copied as text."""
        return tr(self.words.copied)

    @abstractmethod
    def shown(self, branding: Branding) -> CustomerPaper:
        """The same with another branding."""

    @abstractmethod
    def lay_out(self) -> Laid:
        """Its pages."""

    @abstractmethod
    def text(self) -> str:
        """It as plain text in its language."""

    def mail_link(self) -> str:
        """A link that opens a draft to the customer."""
        return mail_to(self.email, self.reference, (self.text(),))

    def chat_link(self, digits: str) -> str:
        """A link that opens a chat with this number and the text."""
        return chat_to(digits, (self.text(),))


class VoucherPaper(CustomerPaper):
    """A voucher, or a cancellation slip."""

    words = PaperWords(
        mark("Save voucher as PDF"),
        mark("Voucher copied as text"),
        mark("Voucher sent to the printer"),
        mark("The printer did not take the voucher. The booking is safe: print it again."),
    )

    def __init__(self, voucher: Voucher) -> None:
        self._voucher = voucher

    @property
    @override
    def value(self) -> Voucher:
        return self._voucher

    @property
    @override
    def branding(self) -> Branding:
        return self._voucher.branding

    @property
    @override
    def reference(self) -> str:
        return self._voucher.booking_ref

    @property
    @override
    def file_name(self) -> str:
        return default_file_name(self._voucher)

    @property
    @override
    def phone(self) -> str:
        return self._voucher.customer_phone

    @property
    @override
    def email(self) -> str:
        return self._voucher.customer_email

    @property
    @override
    def may_hide_price(self) -> bool:
        return self._voucher.price is not None

    @override
    def shown(self, branding: Branding) -> VoucherPaper:
        return VoucherPaper(self._voucher.shown(branding))

    @override
    def lay_out(self) -> Laid:
        # Not needed for the first paint.
        from app.ui.vouchers.layout import lay_out

        return lay_out(self._voucher)

    @override
    def text(self) -> str:
        return voucher_text.as_text(self._voucher)

    @override
    def mail_link(self) -> str:
        return voucher_text.mail_link(self._voucher)

    @override
    def chat_link(self, digits: str) -> str:
        return voucher_text.chat_link(self._voucher, digits)

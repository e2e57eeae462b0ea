"""The errors of a call, by what is certain: never sent, no answer, not readable, refused."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

from app.api.messages.answer_fields import Json
from app.core.frozen import frozen
from app.core.language import Message, Wording, mark

Fields: TypeAlias = Mapping[str, Json]

_NO_FIELDS: Fields = MappingProxyType({})


class Matter(StrEnum):
    """What a refusal with HTTP 401 or 403 is about, when it is not the API key."""

    OTHER = "other"
    ADDRESS = "address"
    """From where the call came: its IP address is not on a list."""
    LIMIT = "limit"
    """Too many calls in a time."""
    AUTOMATION = "automation"
    """The caller is taken for a robot."""
    PERMISSION = "permission"
    """The key may not do this."""


class PartnerError(Exception):
    """A call that failed; `str()` is a sentence without API key or personal data."""

    def __init__(self, sentence: Message, *, money_may_have_moved: bool, cause: Wording = "") -> None:
        super().__init__(sentence)
        self._cause = cause
        self.money_may_have_moved = money_may_have_moved
        """Whether the wallet may have been debited or credited by this call."""

    @property
    def cause(self) -> str:
        """What happened, as a clause that quotes nothing of an answer: "the connection broke"."""
        return str(self._cause)


class NotSentError(PartnerError):
    """The request never left completely, so the service cannot have acted. It may be sent again."""

    sentence = mark("Nothing was sent: {cause}.")

    def __init__(self, cause: Wording, *, dispatched: bool = False, is_too_large: bool = False) -> None:
        super().__init__(self.sentence.filled(cause=cause), money_may_have_moved=False, cause=cause)
        self.dispatched = dispatched
        """Whether `dispatch` had returned; the last byte was kept back all the same."""
        self.is_too_large = is_too_large
        """Whether the service would not take so many bytes (HTTP 413)."""


class NeverReadError(NotSentError):
    """The request was answered by something before the script, which never had it. It may be sent again."""

    sentence = mark("The service never had the request: {cause}.")

    def __init__(self, cause: Wording, *, is_too_large: bool = False, moved_to: str = "") -> None:
        super().__init__(cause, dispatched=True, is_too_large=is_too_large)
        self.moved_to = moved_to
        """Where the address has moved to, without parameters; empty when it has not."""


class NoAnswerError(PartnerError):
    """The request was or may have been sent completely, and no answer came back."""

    def __init__(self, cause: Wording, *, money_may_have_moved: bool) -> None:
        super().__init__(
            mark("The service did not answer: {cause}.", cause=cause),
            money_may_have_moved=money_may_have_moved,
            cause=cause,
        )


@frozen
class Signs:
    """What an answer shows that is none of the interface."""

    is_wall: bool = False
    """Whether something in front of the service has answered in its place."""
    may_pass: bool = False
    """Whether another try may bring an answer, whatever the HTTP status."""
    moved_to: str = ""
    """Where the address has moved to, without parameters; empty when it has not."""
    is_pending: bool = False
    """Whether a money call was taken in and is not settled yet."""
    reference: str = ""
    """The reference of what was taken in."""
    refusal: RefusedError | None = None
    """What the answer to a money call says; the wallet has to bear it out."""


_NO_SIGNS = Signs()
_GOOD = range(200, 300)


class UnreadableAnswerError(PartnerError):
    """The answer is not one that the interface describes."""

    def __init__(
        self,
        cause: Wording,
        *,
        http_status: int | None,
        money_may_have_moved: bool,
        says_success: bool = False,
        body_excerpt: str = "",
        code: str | None = None,
        words: str | None = None,
        signs: Signs = _NO_SIGNS,
    ) -> None:
        super().__init__(
            mark("The answer was not understood: {cause}.", cause=cause),
            money_may_have_moved=money_may_have_moved,
            cause=cause,
        )
        self.http_status = http_status
        self.says_success = says_success
        """A money call that was settled by all appearances; only its reference cannot be read."""
        self.body_excerpt = body_excerpt
        """The beginning of the answer as text, at most 500 characters, without the key."""
        self.code = code
        self.words = words
        self.signs = signs

    @property
    def is_empty(self) -> bool:
        """Whether there was an answer that says that all is well, and nothing in it."""
        return self.http_status in _GOOD and not self.body_excerpt.strip()


class RefusedError(PartnerError):
    """The service refused and did nothing (interface part 7)."""

    def __init__(
        self,
        *,
        http_status: int,
        code: str | None,
        words: str | None,
        fields: Fields = _NO_FIELDS,
        matter: Matter = Matter.OTHER,
    ) -> None:
        super().__init__(
            mark("The service refused the request with HTTP status {status}.", status=http_status),
            money_may_have_moved=False,
        )
        self.http_status = http_status
        self.code = code
        """The error code as received; its field name is not shown in the interface."""
        self.words = words
        """The service's own words as received, at most 500 characters."""
        self.fields = fields
        """The whole error body as received, without the key."""
        self.matter = matter


class AccessDisabledError(RefusedError):
    """`API_ACCESS_DISABLED`: the partner is recognised but disabled (interface part 5.7)."""


class KeyRefusedError(RefusedError):
    """The API key is missing or not accepted (HTTP 401 or 403; interface part 5.4).

    Its words speak of the key, or there are none; others with this status are plain, with a `matter`.
    """


class BoatsNotConfiguredError(RefusedError):
    """The provider of the BOAT module is not configured; activities work (interface part 7.3).

    The name of the code is not shown: any code with BOAT, and PROVIDER or CONFIG, is taken for it.
    """

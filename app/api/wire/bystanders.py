"""Answers that something in front of the script gives in its place: a wall, a limit, another page."""

from __future__ import annotations

import re

from app.api.wire.transport import HttpReply

TOO_LARGE = 413
_LOOKED_AT = 64 * 1024
_WALL = re.compile(
    rb"imunify360|just a moment\.\.\.|mod_security|modsecurity|sucuri|attention required! \| cloudflare"
    rb"|error code: 1[0-9]{3}\b",
    re.IGNORECASE,
)
_BODY_LIMIT = re.compile(
    rb"Request body (?:\(Content-Length\) |no files data length )?is larger than the configured limit"
    rb"|Request body excluding files is bigger than",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"<!--.*?-->|/\*.*?\*/", re.DOTALL)
_TAGS = re.compile(r"</?(?:br|b|i|p|pre|font|table|tr|th|td)\b[^<>]{0,200}>", re.IGNORECASE)
_NOTICE = re.compile(r"(?:PHP )?(?:Notice|Warning|Deprecated|Strict Standards)\s*:.*", re.IGNORECASE)
_LONGEST_NOTICES = 4_000
_HOST_REFUSES = frozenset({429, 508})
_PAGE = re.compile(rb"\s*(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|head|body|script|meta|title)\b", re.IGNORECASE)


def bears_wall(reply: HttpReply) -> bool:
    """Whether a reply bears the marks of a wall."""
    is_known = reply.is_from_wall and is_page(reply)
    return is_known or _WALL.search(reply.body[:_LOOKED_AT]) is not None


def is_of_host(reply: HttpReply) -> bool:
    """Whether a reply without JSON is most likely that of the host: a wall, or a limit of calls or load."""
    return bears_wall(reply) or reply.http_status in _HOST_REFUSES


def is_body_limit(reply: HttpReply) -> bool:
    """Whether a reply says that the request was too large for what stands before the script.

    The warning of PHP itself is no proof: a script that reads the body by itself gets all of it.
    """
    return reply.http_status == TOO_LARGE or _BODY_LIMIT.search(reply.body[:_LOOKED_AT]) is not None


def is_notice(around: str) -> bool:
    """Whether what stands around an answer are only notices, warnings, marks and comments of a script."""
    plain = _TAGS.sub("", _COMMENT.sub("", around))
    return len(around) < _LONGEST_NOTICES and all(
        not each.strip("\ufeff\x00 \t\r") or _NOTICE.fullmatch(each.strip()) for each in plain.split("\n")
    )


def is_page(reply: HttpReply) -> bool:
    """Whether a reply is a page for people."""
    return _PAGE.match(reply.body) is not None

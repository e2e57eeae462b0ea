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
    rb"POST Content-Length of [0-9]+ bytes exceeds the limit|The POST data is too large"
    rb"|Request body (?:\(Content-Length\) |no files data length )?is larger than the configured limit"
    rb"|Request body excluding files is bigger than",
    re.IGNORECASE,
)
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
    """Whether a reply says that the request was too large for what stands before the script."""
    return reply.http_status == TOO_LARGE or _BODY_LIMIT.search(reply.body[:_LOOKED_AT]) is not None


def is_page(reply: HttpReply) -> bool:
    """Whether a reply is a page for people."""
    return _PAGE.match(reply.body) is not None

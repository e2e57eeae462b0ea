"""Spoils answers in the ways that services, proxies and lines do; the same random state, the same mutant."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from app.api.messages.json_decoding import is_array, is_object

TOKENS = (
    b'"',
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"null",
    b"true",
    b"NaN",
    b"-Infinity",
    b"1e400",
    b"1e99999999999999999999",
    b"9" * 5000,
    b"-",
    b"\\ud800",
    b"\\u0000",
    b"\xef\xbb\xbf",
    b"\xff",
    b"\x00",
    b"\xed\xa0\x80",
    b"<br />\n<b>Warning</b>: x in y.php on line 7",
    b'"status":"SUCCESS",',
    b'"status":"ERROR",',
    b'"booking_ref":"B",',
    b'"request_id":"other",',
    b"[" * 70,
    b'{"a":' * 70,
    b"]" * 70,
    b"API_ACCESS_DISABLED",
)
EXTREMES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    2**63,
    10**60,
    -0.01,
    1e308,
    "",
    " ",
    "0",
    "-7",
    "12.30",
    "1e5",
    "NaN",
    "SUCCESS",
    "success",
    "\x00",
    "\u202e\u200b<img src=x>",
    "x" * 3000,
    "2099-02-30",
    "25:61:00",
    "2099-12-24T08:00:00",
    [],
    {},
    [None],
    {"": {}},
    {"a": {"b": {"c": [1, {"d": None}]}}},
)


class Dice(Random):
    """A random state for tests, named by its seed."""


def changed_bytes(random: Dice, body: bytes, others: Sequence[bytes]) -> bytes:
    """A body with a few of its bytes flipped, cut, repeated, moved, or joined by others."""
    data = bytearray(body)
    for _ in range(random.choice((1, 1, 1, 2, 3, 6))):
        start = random.randrange(len(data) + 1)
        end = min(len(data), start + random.choice((1, 1, 2, 5, 20, 100)))
        match random.randrange(7):
            case 0 if start < len(data):
                data[start] ^= 1 << random.randrange(8)
            case 1:
                del data[start:]
            case 2:
                del data[start:end]
            case 3:
                data[start:start] = data[start:end]
            case 4:
                data[start:start] = random.choice(TOKENS)
            case 5:
                data[start:end] = random.choice(TOKENS)
            case _:
                other = random.choice(others)
                data[start:] = other[random.randrange(len(other)) :]
    return bytes(data)


def changed_shape(random: Dice, answer: dict[str, Any]) -> bytes:
    """An answer that is still JSON, with a few of its values dropped, retyped, nested, renamed or doubled."""
    spoiled: Any = copy.deepcopy(answer)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        places = list(_places(spoiled))
        if not places:
            break
        holder, step = random.choice(places)
        random.choice(_CHANGES)(random, holder, step)
    text = json.dumps(spoiled, ensure_ascii=random.random() < 0.5)
    if random.random() < 0.1:
        text = text.replace('": ', '": 1, "status": ', 1)
    return text.encode("utf-8", "surrogatepass")


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a value, as what holds it and where."""
    found: list[tuple[Any, Any]] = []
    waiting: list[Any] = [value]
    while waiting:
        holder = waiting.pop()
        for step in _steps(holder):
            found.append((holder, step))
            if is_object(holder[step]) or is_array(holder[step]):
                waiting.append(holder[step])
    return found


def _steps(holder: Any) -> Iterable[Any]:
    return tuple(holder) if is_object(holder) else range(len(holder))


def _drop(_: Dice, holder: Any, step: Any) -> None:
    del holder[step]


def _replace(random: Dice, holder: Any, step: Any) -> None:
    holder[step] = copy.deepcopy(random.choice(EXTREMES))


def _nest(random: Dice, holder: Any, step: Any) -> None:
    for _ in range(random.choice((1, 2, 80))):
        holder[step] = [holder[step]] if random.random() < 0.5 else {"value": holder[step]}


def _as_text(_: Dice, holder: Any, step: Any) -> None:
    holder[step] = str(holder[step])


def _rename(_: Dice, holder: Any, step: Any) -> None:
    if is_object(holder):
        holder[step.upper()] = holder.pop(step)


def _repeat(random: Dice, holder: Any, step: Any) -> None:
    if is_array(holder):
        holder.extend([holder[step]] * random.choice((1, 3, 200)))


_CHANGES: tuple[Callable[[Dice, Any, Any], None], ...] = (
    _drop,
    _replace,
    _replace,
    _replace,
    _nest,
    _as_text,
    _rename,
    _repeat,
)

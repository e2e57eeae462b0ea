"""A booking whose module nobody has told: the service is asked for an activity and for a boat."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from app.core.language import tr
from app.desk.model.errors import DeskError
from app.desk.model.sale import Advice
from app.desk.service.advice import KEY, LINE

T = TypeVar("T")


async def either_module(ask: Callable[[bool], Awaitable[T]]) -> tuple[bool, T]:
    """Whether it is a boat, with the answer; `ask` is given that, and raises DeskError where there is none.

    Raises DeskError when neither is there, and when both are: a PNR may stand for one of each.
    """

    async def tried(*, is_boat: bool) -> T | DeskError:
        try:
            return await ask(is_boat)
        except DeskError as error:
            return error

    answers = await asyncio.gather(tried(is_boat=False), tried(is_boat=True))
    found = [(bool(place), each) for place, each in enumerate(answers) if not isinstance(each, DeskError)]
    if len(found) == 1:
        return found[0]
    if found:
        what = tr("This PNR stands for an activity and for a boat.")
        raise DeskError(Advice(what, "", tr("Choose which, under Sold as.")))
    errors = [each for each in answers if isinstance(each, DeskError)]
    # What could not be asked is not said to be unknown.
    raise next((each for each in errors if each.advice.field in (LINE, KEY)), errors[0])

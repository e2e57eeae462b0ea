"""A booking whose module nobody has told: the one that is there, or why none or which cannot be said."""

from __future__ import annotations

import pytest

from app.desk.model.errors import DeskError
from app.desk.model.sale import Advice
from app.desk.service.advice import LINE
from app.desk.service.either_module import either_module

_NONE = Advice("There is no such booking.", "", "")
_AWAY = Advice("The service does not answer.", "", "", field=LINE)


@pytest.mark.parametrize(
    ("activity", "boat", "told"),
    [
        ("dive", _NONE, (False, "dive")),
        (_NONE, "ferry", (True, "ferry")),
        (_AWAY, "ferry", (True, "ferry")),
        (_NONE, _NONE, _NONE.what),
        (_NONE, _AWAY, _AWAY.what),
        ("dive", "ferry", "This PNR stands for an activity and for a boat."),
    ],
)
async def test_the_module_is_found_out(
    activity: str | Advice, boat: str | Advice, told: tuple[bool, str] | str
) -> None:
    async def ask(is_boat: object) -> str:
        answer = boat if is_boat else activity
        if isinstance(answer, Advice):
            raise DeskError(answer)
        return answer

    if isinstance(told, tuple):
        assert await either_module(ask) == told
    else:
        with pytest.raises(DeskError) as refused:
            await either_module(ask)
        assert refused.value.advice.what == told

"""A PNR that was misread: found where only one booking reads like it, and never guessed."""

from __future__ import annotations

import pytest

from app.api.messages.errors import NoAnswerError, PartnerError, RefusedError
from app.desk.model.errors import DeskError
from app.desk.service.advice import advise_read
from app.desk.service.spelt_pnr import as_spelt, read_as

NOT_THERE = "NOT_THERE"


class Service:
    """Bookings by their PNR, and which were asked for; one of a PNR that is away has no answer."""

    def __init__(self, *pnrs: str, away: str = "") -> None:
        self._pnrs, self._away = pnrs, away
        self.asked: list[str] = []

    async def ask(self, pnr: str) -> str:
        self.asked.append(pnr)
        error: PartnerError | None = None
        if pnr == self._away:
            error = NoAnswerError("no answer", money_may_have_moved=False)
        elif pnr not in self._pnrs:
            error = RefusedError(http_status=404, code=NOT_THERE, words="There is no such booking.")
        if error is not None:
            raise DeskError(advise_read(error, "The booking")) from error
        return f"booking {pnr}"


@pytest.mark.parametrize(
    ("typed", "there", "found"),
    [
        ("BT9D3M66P", ("BT9D3M66P",), "BT9D3M66P"),
        (" bt9d3m66p ", ("BT9D3M66P",), "BT9D3M66P"),
        ("Bt9d3m66p", ("BT9D3M66P",), "BT9D3M66P"),
        ("bt9d3m66p", ("BT9D3M66P", "bt9d3m66p"), "BT9D3M66P"),
        ("Bt9D3", ("BT9D3", "Bt9D3"), "Bt9D3"),
        ("PRAC4RJO", ("PRAC4RJ0",), "PRAC4RJ0"),
        ("PRAC4RJ0", ("PRAC4RJO",), "PRAC4RJO"),
        ("pra1ojdo", ("PRAIOJD0",), "PRAIOJD0"),
        # An exact one is first, however many read like it.
        ("PRAC4RJO", ("PRAC4RJ0", "PRAC4RJO"), "PRAC4RJO"),
        ("PRAC4RJX", ("PRAC4RJ0",), ""),
        # More would be asked for than is right.
        ("OOOO1234", ("0OOO1234",), ""),
    ],
)
async def test_what_is_there_is_found(typed: str, there: tuple[str, ...], found: str) -> None:
    service = Service(*there)
    if found:
        assert await as_spelt(typed, service.ask) == (found, f"booking {found}")
    else:
        with pytest.raises(DeskError) as refused:
            await as_spelt(typed, service.ask)
        assert "There is no such booking." in refused.value.advice.what
    assert service.asked[0].casefold() == typed.strip().casefold()


async def test_of_several_that_read_alike_none_is_taken() -> None:
    with pytest.raises(DeskError) as refused:
        await as_spelt("O1AAAA", Service("01AAAA", "OIAAAA").ask)
    assert refused.value.advice.what == "O1AAAA is not known, and several read like it."


@pytest.mark.parametrize("away", ["PRACO", "PRAC0"])
async def test_what_could_not_be_asked_is_not_said_to_be_unknown(away: str) -> None:
    with pytest.raises(DeskError) as refused:
        await as_spelt("PRACO", Service("PRAC0", away=away).ask)
    assert "does not answer" in refused.value.advice.what


@pytest.mark.parametrize(
    ("typed", "pnr", "said"),
    [
        ("BT9D3", "BT9D3", ""),
        (" bt9d3 ", "BT9D3", ""),
        ("BT9DO", "BT9D0", "BT9DO is not known. It was read as BT9D0."),
    ],
)
def test_another_one_is_said(typed: str, pnr: str, said: str) -> None:
    assert read_as(typed, pnr) == said

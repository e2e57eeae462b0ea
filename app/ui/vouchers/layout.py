"""The layout of a paper for a customer on pages, without anything cut off or overlapping."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from app.core.language import speaking
from app.desk.model.office_rules import Branding
from app.desk.vouchers.voucher import Voucher
from app.ui.vouchers.blocks import VoucherBlocks
from app.ui.vouchers.elements import Item, Strip, VoucherPage, moved
from app.ui.vouchers.measures import PaperMeasures, PaperName, look
from app.ui.vouchers.paper_blocks import PaperBlocks
from app.ui.vouchers.typesetting import Typesetter

BETWEEN = 12.0
_MANY = 99


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """The pages of a paper, and which characters no font of this computer can draw."""

    paper: PaperName
    leaves: tuple[VoucherPage, ...]
    missing: tuple[str, ...]


def lay_out(voucher: Voucher, paper: str | None = None) -> Laid:
    """The voucher on its own paper or another, in the language of its customer."""
    return lay_out_blocks(partial(VoucherBlocks, voucher), voucher.branding, paper)


def lay_out_blocks(
    make: Callable[[PaperMeasures, Typesetter], PaperBlocks], branding: Branding, paper: str | None = None
) -> Laid:
    """The paper whose parts `make` returns, on that of the branding or another, in its language."""
    chosen = look(branding.paper if paper is None else paper)
    setter = Typesetter()
    with speaking(branding.language):
        blocks = make(chosen, setter)
        leaves = (_roll if chosen.is_roll else _pages)(chosen, blocks)
    return Laid(chosen.name, leaves, tuple(sorted(setter.missing)))


def _roll(chosen: PaperMeasures, blocks: PaperBlocks) -> tuple[VoucherPage, ...]:
    """One page in the length of its content."""
    strips = [blocks.header(), *next(blocks.flows()), blocks.foot(1, 1)]
    items, bottom = _set(strips, chosen.side, chosen.top)
    return (VoucherPage(chosen.width, bottom + chosen.bottom, tuple(items)),)


def _pages(chosen: PaperMeasures, blocks: PaperBlocks) -> tuple[VoucherPage, ...]:
    header, stub, small = blocks.header(), blocks.stub(), blocks.small_header()
    foot = blocks.foot(_MANY, _MANY).height
    ends = (chosen.height - stub.height - foot - BETWEEN, chosen.height - chosen.bottom - foot)
    tries = (_filled([header, *flow], chosen, small, ends) for flow in blocks.flows())
    pages = min(tries, key=len)
    leaves: list[VoucherPage] = []
    for place, strips in enumerate(pages):
        items, _ = _set(strips, chosen.side, chosen.top)
        at_foot = [blocks.foot(place + 1, len(pages))]
        items += _set(at_foot, chosen.side, ends[min(place, 1)])[0]
        if place == 0:
            items += _set([stub], chosen.side, chosen.height - stub.height)[0]
        leaves.append(VoucherPage(chosen.width, chosen.height, tuple(items)))
    return tuple(leaves)


def _filled(
    strips: Iterable[Strip], chosen: PaperMeasures, small: Strip, ends: tuple[float, float]
) -> list[list[Strip]]:
    """The strips divided into pages."""
    pages: list[list[Strip]] = [[]]
    room, counted = ends[0] - chosen.top - BETWEEN, 0
    for strip in strips:
        counted += strip.is_row
        is_full = len(pages) == 1 and 0 < chosen.most_rows < counted and strip.is_row
        if (strip.height > room or is_full) and strip.items:
            head = [] if strip.head is None else [strip.head]
            pages.append([small, *head])
            room = ends[1] - chosen.top - BETWEEN - sum(each.height for each in pages[-1])
        pages[-1].append(strip)
        room -= strip.height
    return pages


def _set(strips: Iterable[Strip], x: float, y: float) -> tuple[list[Item], float]:
    """The items of strips below each other from this point on, and their end."""
    items: list[Item] = []
    for strip in strips:
        items.extend(moved(each, x, y) for each in strip.items)
        y += strip.height
    return items, y

"""A folder that cannot be written to, even by root, as which the tests often run."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

_VERSION_3 = 0x20080522
_OVERRIDES = 0b111
"""CAP_CHOWN, CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH."""


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Powers(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


@contextmanager
def closed(folder: Path) -> Generator[None]:
    """Nothing in the folder can be changed by this thread and those that it starts, as long as this lasts."""
    places = [folder, *folder.rglob("*")]
    modes = [place.stat().st_mode for place in places]
    for place in reversed(places):
        place.chmod(0o500 if place.is_dir() else 0o400)
    libc = ctypes.CDLL(None, use_errno=True)
    header, powers = _Header(_VERSION_3, 0), (_Powers * 2)()
    assert libc.capget(ctypes.byref(header), powers) == 0
    effective = powers[0].effective
    try:
        powers[0].effective = effective & ~_OVERRIDES
        assert libc.capset(ctypes.byref(header), powers) == 0
        assert not os.access(folder, os.W_OK, effective_ids=True)
        yield
    finally:
        powers[0].effective = effective
        assert libc.capset(ctypes.byref(header), powers) == 0
        for place, mode in zip(places, modes, strict=True):
            if place.exists():
                place.chmod(mode)

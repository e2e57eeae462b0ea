"""Makes the counter's own fonts: one file per weight that has Latin and Devanagari letters.

Qt asks the first font of a list for every script and complains in the log when it lacks one; and where a run
of Devanagari ends in figures, they would come from another font than the figures beside it. So both scripts
are in one file: Inter (or JetBrains Mono) with the Devanagari letters of Noto Sans, in Inter's heights.
The originals are named in the licences beside the results, under the SIL Open Font License.

    python packaging/merge_fonts.py ORIGINALS RESULTS        (needs fonttools, at least 4.60)
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.ttLib.tables._n_a_m_e import NameRecord

_LETTERS = (*range(0x0900, 0x0980), *range(0xA8E0, 0xA900), 0x200C, 0x200D, 0x25CC)


@dataclass(frozen=True)
class _Pair:
    """A Latin font, the Devanagari one that joins it, and the name of the family that both become."""

    latin: str
    devanagari: str
    former: str
    family: str

    @property
    def result(self) -> str:
        weight = self.latin.rsplit("-", 1)[1]
        return f"{_close(self.family)}-{weight}"


_PAIRS = (
    _Pair("Inter-Regular.ttf", "NotoSansDevanagari-Regular.ttf", "Inter", "Counter Sans"),
    _Pair("Inter-Medium.ttf", "NotoSansDevanagari-Medium.ttf", "Inter", "Counter Sans"),
    _Pair("Inter-SemiBold.ttf", "NotoSansDevanagari-SemiBold.ttf", "Inter", "Counter Sans"),
    _Pair("JetBrainsMono-Regular.ttf", "NotoSansDevanagari-Regular.ttf", "JetBrains Mono", "Counter Mono"),
)
_HEIGHTS = {
    "hhea": ("ascent", "descent", "lineGap"),
    "OS/2": ("sTypoAscender", "sTypoDescender", "sTypoLineGap", "usWinAscent", "usWinDescent"),
}
# By the numbers of OpenType: family and full names, those without spaces, copyright and version.
_NAMES, _CLOSE, _OF_BOTH = (1, 4, 16), (3, 6), (0, 5)


def merge(pair: _Pair, originals: Path, results: Path) -> None:
    """Write one font of both scripts."""
    latin = TTFont(originals / pair.latin)
    heights = {table: [(name, getattr(latin[table], name)) for name in _HEIGHTS[table]] for table in _HEIGHTS}
    letters = TTFont(originals / pair.devanagari)
    _reduce(letters)
    scale_upem(letters, latin["head"].unitsPerEm)
    with tempfile.TemporaryDirectory() as folder:
        part = Path(folder, "letters.ttf")
        letters.save(part)
        both = Merger().merge([str(originals / pair.latin), str(part)])
    for table, values in heights.items():
        for name, value in values:
            setattr(both[table], name, value)
    for record in both["name"].names:
        record.string = _named(record, pair, letters)
    both["head"].created, both["head"].modified = latin["head"].created, latin["head"].modified
    both.recalcTimestamp = False
    both.save(results / pair.result)


def _named(record: NameRecord, pair: _Pair, letters: TTFont) -> str:
    """A name of the font, with the new family in place of the former, and with both versions and owners."""
    text = record.toUnicode()
    if record.nameID in _OF_BOTH:
        other = letters["name"].getDebugName(record.nameID) or ""
        return f"{text}; {other.replace('Version', 'Noto Sans Devanagari')}"
    if record.nameID in _NAMES:
        return text.replace(pair.former, pair.family)
    return text.replace(_close(pair.former), _close(pair.family)) if record.nameID in _CLOSE else text


def _close(name: str) -> str:
    return name.replace(" ", "")


def _reduce(font: TTFont) -> None:
    """Leave only Devanagari: Latin letters and figures are the other font's."""
    subsetter = Subsetter(Options(layout_features=["*"], hinting=False))
    subsetter.populate(unicodes=_LETTERS)
    subsetter.subset(font)


def main(originals: str, results: str) -> None:
    """Make all fonts."""
    for pair in _PAIRS:
        merge(pair, Path(originals), Path(results))


if __name__ == "__main__":
    main(*sys.argv[1:])

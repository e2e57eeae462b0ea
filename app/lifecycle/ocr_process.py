"""The process that recognises the characters of machine-readable zones on one picture, and then ends.

It needs the packages of the extra `ocr`, imports nothing of the counter, and opens no file but their models.
The picture is read from stdin: width and height as numbers of four bytes, then one byte of grey for each
pixel. One line of JSON is written to stdout, `{"lines": [[...], ...]}`: the lines of text from the top, with
a string of the possible characters for each place, the likeliest first.
"""

from __future__ import annotations

import json
import os
import struct
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

MOST_PIXELS = 2400 * 2400
PACKAGES = ("cv2", "numpy", "onnxruntime", "rapidocr")
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<"
"""The characters that are recognised."""

_HEAD = struct.Struct(">II")
_DETECTOR, _RECOGNISER = "PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx"
_SIDE = 960
"""The largest side of the picture for the detector, in pixels; sides are multiples of `_STEP`."""
_STEP = 32
_MEAN, _SPREAD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
"""Mean and deviation of the colours in the detector's training."""
_INK = 0.3
_GROWN = 1.6
"""The detector marks the core of a line; the line is larger by this factor times area by circumference."""
_SLENDER = 8
_MOST_LINES = 6
_HEIGHT = 48
"""The height of a line for the recogniser, in pixels."""
_LIKELY = 0.05
"""The share of the likeliest character's probability from which another one is possible too."""
_QUIETER = 10
_WRONG_INPUT = 1


class TextBand(NamedTuple):
    """A line of text on the picture: its middle, length and height in pixels, and its slope in degrees."""

    x: float
    y: float
    length: float
    height: float
    slope: float


def serve(source: BinaryIO, sink: BinaryIO) -> int:
    """Read one picture and write its lines. Returns the exit status, not 0 without a valid picture."""
    if hasattr(os, "nice"):
        # The window of the counter has priority.
        os.nice(_QUIETER)
    head = source.read(_HEAD.size)
    width, height = _HEAD.unpack(head) if len(head) == _HEAD.size else (0, 0)
    pixels = source.read(width * height) if width * height <= MOST_PIXELS else b""
    if not pixels or len(pixels) != width * height:
        return _WRONG_INPUT
    sink.write(json.dumps({"lines": OcrReader().lines(width, height, pixels)}).encode() + b"\n")
    sink.flush()
    return 0


class OcrReader:
    """Two networks of the PP-OCR family: one finds lines of text, one reads the characters of a line.

    They are run without the package around them, which would read every word and take ten times as long.
    """

    def __init__(self) -> None:
        self._cv: Any = import_module("cv2")
        self._numpy: Any = import_module("numpy")
        self._cv.setNumThreads(1)
        # From 1.29 on it would store an identifier of this computer and report to its maker.
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        runtime: Any = import_module("onnxruntime")
        runtime.disable_telemetry_events()
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        folder = _models()
        self._detector: Any = runtime.InferenceSession(str(folder / _DETECTOR), options)
        self._recogniser: Any = runtime.InferenceSession(str(folder / _RECOGNISER), options)
        known: str = self._recogniser.get_modelmeta().custom_metadata_map["character"]
        # Its first class is "no character".
        places = {character: place for place, character in enumerate(known.splitlines(), 1)}
        self._classes = [0, *(places[character] for character in ALPHABET)]

    def lines(self, width: int, height: int, pixels: bytes) -> list[list[str]]:
        """The long lines of the picture from the top, with any side up."""
        grey = self._numpy.frombuffer(pixels, self._numpy.uint8).reshape(height, width)
        bands = self._bands(grey)
        if not bands:
            return []
        # A line upside down has few valid characters, as the longest line shows.
        longest = self._cut(grey, bands[0])
        upright, turned = self._likelihoods(longest), self._likelihoods(longest[::-1, ::-1])
        is_turned = sum(map(max, turned)) > sum(map(max, upright))
        found: list[list[str]] = []
        for band in sorted(bands, key=lambda each: each.y, reverse=is_turned):
            line = self._cut(grey, band)
            read = self._likelihoods(line[::-1, ::-1] if is_turned else line)
            found.append([_choices(place) for place in read])
        return found

    def _bands(self, grey: Any) -> list[TextBand]:
        """The long and thin lines of text, the longest first."""
        height, width = grey.shape
        share = min(1, _SIDE / max(height, width))
        size = [max(_STEP, round(each * share / _STEP) * _STEP) for each in (width, height)]
        small = self._cv.resize(grey, size, interpolation=self._cv.INTER_AREA).astype("float32") / 255
        planes = [(small - mean) / spread for mean, spread in zip(_MEAN, _SPREAD, strict=True)]
        (marks,) = self._detector.run(None, {"x": self._numpy.stack(planes)[None]})
        cores, _ = self._cv.findContours(
            (marks[0, 0] > _INK).astype("uint8"), self._cv.RETR_LIST, self._cv.CHAIN_APPROX_SIMPLE
        )
        boxes = (self._cv.minAreaRect(core) for core in cores)
        bands = [_band(box, width / size[0], height / size[1]) for box in boxes if _is_slender(box)]
        return sorted(bands, key=lambda each: -each.length)[:_MOST_LINES]

    def _cut(self, grey: Any, band: TextBand) -> Any:
        """The picture of the line alone, level and of the recogniser's height."""
        scale, wide = _HEIGHT / band.height, int(band.length * _HEIGHT / band.height) + 1
        turn = self._cv.getRotationMatrix2D((band.x, band.y), band.slope, scale)
        turn[:, 2] += (wide / 2 - band.x, _HEIGHT / 2 - band.y)
        how = self._cv.INTER_AREA if scale < 1 else self._cv.INTER_LINEAR
        border = self._cv.BORDER_REPLICATE
        return self._cv.warpAffine(grey, turn, (wide, _HEIGHT), flags=how, borderMode=border)

    def _likelihoods(self, line: Any) -> list[list[float]]:
        """The probability of each character of the alphabet at each place of the line."""
        plane = line.astype("float32") / 127.5 - 1
        (steps,) = self._recogniser.run(None, {"x": self._numpy.stack([plane] * 3)[None]})
        found: list[list[float]] = []
        last = 0
        for step in steps[0][:, self._classes].tolist():
            best = step.index(max(step))
            if best and best != last:
                found.append(step[1:])
            elif best and step[best] > found[-1][best - 1]:
                # A character spans several steps: the one where it is clearest counts.
                found[-1] = step[1:]
            last = best
        return found


def _models() -> Path:
    """The folder of the models; the package that contains them is not imported."""
    found = find_spec("rapidocr")
    places = found.submodule_search_locations if found else None
    return Path(places[0] if places else "") / "models"


def _is_slender(box: Any) -> bool:
    _, (one, other), _ = box
    return min(one, other) > 1 and max(one, other) / min(one, other) >= _SLENDER


def _band(box: Any, across: float, down: float) -> TextBand:
    """The whole line around its core, in the picture's own pixels; its slope is within a quarter turn."""
    (x, y), (length, height), slope = box
    if length < height:
        length, height, slope = height, length, slope - 90
    slope = (slope + 90) % 180 - 90
    beyond = 2 * _GROWN * length * height / (2 * (length + height))
    scale = (across + down) / 2
    return TextBand(x * across, y * down, (length + beyond) * scale, (height + beyond) * scale, slope)


def _choices(likelihoods: list[float]) -> str:
    """The possible characters at a place, the likeliest first."""
    order = sorted(range(len(ALPHABET)), key=lambda each: -likelihoods[each])
    least = likelihoods[order[0]] * _LIKELY
    return "".join(ALPHABET[each] for each in order if likelihoods[each] >= least)

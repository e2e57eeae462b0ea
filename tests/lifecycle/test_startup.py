"""What is known before the window is painted."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

_ASKED = "from app.lifecycle.startup import system_language; print(system_language())"


@pytest.mark.parametrize(
    ("usual", "preferred", "spoken"),
    [
        ("hi_IN.UTF-8", "", "hi"),
        ("de_DE.UTF-8", "de:hi:en", "hi"),
        ("en_IN.UTF-8", "en_IN:hi", "en"),
        ("de_DE.UTF-8", "", "en"),
        ("C.UTF-8", "", "en"),
    ],
)
def test_the_first_language_of_the_user_that_is_spoken_here(usual: str, preferred: str, spoken: str) -> None:
    surroundings = {**os.environ, "LANG": usual, "LC_ALL": usual, "LANGUAGE": preferred}
    asked = subprocess.run(
        [sys.executable, "-c", _ASKED], env=surroundings, capture_output=True, text=True, check=True
    )
    assert asked.stdout.strip() == spoken

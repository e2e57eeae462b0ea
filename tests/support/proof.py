"""Whether a run proves everything, or what a change can break: `--prove`, and the marker of what it adds."""

from __future__ import annotations

import pytest

PROVE = "--prove"


def is_proof(config: pytest.Config) -> bool:
    """Whether everything is proved."""
    return bool(config.getoption(PROVE))

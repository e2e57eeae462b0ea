from collections.abc import Mapping, Sequence
from typing import Any

from schemathesis import openapi as openapi
from schemathesis.checks import Check

class Response:
    status_code: int
    def json(self) -> Any: ...

class Case:
    method: str
    path: str
    body: Any
    headers: Any
    def call_and_validate(
        self, *, headers: Mapping[str, str] | None = None, checks: Sequence[Check] | None = None
    ) -> Response: ...

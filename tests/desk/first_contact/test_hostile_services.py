"""Whatever a service sends: the report is written, and nothing is raised."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.api.messages.answer_fields import Json
from app.api.wire.sender import HeardReply
from app.api.wire.transport import HttpReply
from app.desk.first_contact.field_counts import FieldCounts
from app.desk.first_contact.interface_fields import Field
from app.desk.first_contact.raw_answer import raw_answer
from app.desk.first_contact.report import report_of
from app.desk.first_contact.studied import HeardReading, ServiceLook
from tests.support.practice.caller import OPENING

SUBJECTS = ("content ACTIVITY", "search_availability BOAT", "wallet_balance", "booking_status")
NAMES = ("data", "items", "status", "code", "rates", "pricing", "mrp", "availability", "unread", "0", "\x00")
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
ANYTHING = st.recursive(
    SCALARS | st.sampled_from(['{"a":[1]}', "1,250.00", "0000-00-00", "data:x", "&amp;"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=24,
)


def _report(subject: str, body: bytes) -> str:
    heard = HeardReply("x", HttpReply(200, body, headers={"content-type": "\x00" * 9000}), 0.1, "")
    reading = HeardReading(subject, "", (heard,), None, "", is_empty_day=True)
    report = report_of(ServiceLook("https://partner.example", OPENING, None, (reading,)))
    return report.encode().decode()


@settings(max_examples=100, deadline=None)
@given(subject=st.sampled_from(SUBJECTS), value=ANYTHING)
def test_any_json_is_reported(subject: str, value: object) -> None:
    assert _report(subject, json.dumps(value).encode("utf-8", "surrogatepass")).endswith("</html>\n")


@settings(max_examples=100, deadline=None)
@given(subject=st.sampled_from(SUBJECTS), body=st.binary(max_size=200))
def test_any_bytes_are_reported(subject: str, body: bytes) -> None:
    assert _report(subject, body).endswith("</html>\n")


@pytest.mark.parametrize("depth", [100, 900, 100_000])
def test_what_is_nested_deeply_is_told_as_such(depth: int) -> None:
    for body in (b'{"data":' * depth + b"1" + b"}" * depth, b'{"data":' + b"[" * depth + b"]" * depth + b"}"):
        assert raw_answer(body).value is None
        assert _report("content ACTIVITY", body).endswith("</html>\n")


def test_more_values_than_tell_anything_are_not_counted() -> None:
    counts = FieldCounts({"a": Field("amount", "decides")}, str)
    many: list[Json] = [None] * 60_000
    for _ in range(3):
        counts.add({"a": 1, "b": many})
    assert counts.counts["a"].present == 2
    assert counts.counts["b[]"].present < 100_000


@pytest.mark.parametrize("subject", SUBJECTS)
def test_nothing_of_the_service_becomes_a_part_of_the_page(subject: str) -> None:
    script = "<script>x</script></template><img src=x onerror=x>"
    fields = {script: script, "title": script, "boat_name": script, "account_status": script}
    answer = {"status": script, "count": script, "data": [fields], "booking_reference": script}
    report = _report(subject, json.dumps(answer).encode())
    assert "<script" not in report.lower()
    assert "<img" not in report.lower()
    assert report.count("<template") == report.count("</template>") == 1
    assert "default-src 'none'" in report

"""Writes passengers into messages: a person a line or a paragraph, or all in one line."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from app.desk.passengers.doubts import PASSPORT
from app.desk.passengers.rules import age_on
from tests.support.passenger_lists import truth, words
from tests.support.passenger_lists.people import INDIA, PartyMember
from tests.support.passenger_lists.truth import Facts, LayoutChoices
from tests.support.passenger_lists.writing import joined

CHAT, ONE_LINE = "messages", "all in one line"
_DATES = tuple(each for each in words.DATES if "clock" not in each)


def written_messages(
    people: Sequence[PartyMember], days: tuple[date, date], choices: LayoutChoices, container: str
) -> tuple[str, list[Facts], str, frozenset[tuple[int, str]]]:
    """A text of this kind, what it says of each person, the style of its dates, and what it doubts."""
    in_one_line = container == ONE_LINE
    form = choices.one("lines", words.phrases()["parts of a line" if in_one_line else "lines"])
    style = choices.one("dates", _DATES) if "{born}" in form else ""
    ages = {"41": 4} if "{age}{g}" in form else {"41": 4, "41 yrs": 1, "41Y": 1}
    age_style = choices.one("ages written", ages) if "{age}" in form else "41"
    is_titled = choices.happens(0.15, "names: with titles")
    lines: list[str] = []
    for each in people:
        values = {
            "name": each.titled if is_titled else each.name,
            "age": words.written_age(choices.random, age_on(each.born, days[0]), age_style),
            "g": words.written_gender(each.gender, "M"),
            "gender": words.written_gender(each.gender, choices.random.choice(("Male", "MALE"))),
            "nation": each.nationality.title(),
            "paper": words.phrases()[each.id_type][0],
            "number": each.id_number,
            "born": words.written_date(each.born, style) if style else "",
        }
        lines.append(form.format(**values))
    lines, doubted = _with_words(choices, form, lines)
    if (
        not in_one_line
        and form in words.phrases()["parts of a line"]
        and choices.happens(0.2, "two in a line")
    ):
        lines = [", ".join(lines[row : row + 2]) for row in range(0, len(lines), 2)]
    facts = [_said_in(form, each, days[0], is_titled=is_titled) for each in people]
    joint = choices.one("between them", words.phrases()["between"]) if in_one_line else ""
    text = joint.join(lines) if in_one_line else _as_messages(choices, lines, days[1])
    return text, facts, style, frozenset((row, truth.NAME) for row in doubted)


def _with_words(choices: LayoutChoices, form: str, lines: list[str]) -> tuple[list[str], set[int]]:
    """The lines with what people write beside a person, and the rows that this leaves in doubt."""
    later, is_plain = choices.later, form.startswith("{name}") and "\n" not in form
    if is_plain and "{age}" in form and choices.also(0.05, "relations before the names"):
        kin = words.phrases()["relations"]
        return [lines[0], *(f"{later.choice(kin)}{line}" for line in lines[1:])], set()
    for share, kind in ((0.04, "others beside somebody"), (0.05, "who does not travel")):
        if is_plain and "{age}" in form and choices.also(share, kind):
            row = later.randrange(len(lines))
            lines[row] = later.choice(words.phrases()[kind]).format(lines[row])
            return lines, {row}
    if form in {"{name}", "{name} {age} {g}"} and len(lines) > 1 and choices.also(0.1, "lines counted on"):
        start = later.choice((1, 12, 40))
        return [f"{number} {line}" for number, line in enumerate(lines, start)], set()
    return lines, set()


def _said_in(form: str, each: PartyMember, day: date, *, is_titled: bool) -> Facts:
    facts: Facts = {truth.NAME: (each.name,)}
    if "{age}" in form or "{born}" in form:
        facts[truth.AGE] = (str(age_on(each.born, day)),)
    if "{g}" in form or "{gender}" in form:
        facts[truth.GENDER] = (each.gender,)
    elif is_titled:
        facts[truth.GENDER] = each.gender_by_title
    if "{nation}" in form:
        facts[truth.NATION] = (each.nationality,)
        facts[truth.ID_TYPE] = ("", PASSPORT) if each.nation != INDIA else ("",)
    if "{number}" in form:
        facts[truth.ID_TYPE], facts[truth.ID_NUMBER] = (each.id_type,), (each.id_number,)
    return facts


def _as_messages(choices: LayoutChoices, lines: list[str], day: date) -> str:
    random = choices.random
    dress = choices.one("dress", {"none": 4, "numbers": 3, "chat": 5, "chat, the first line alone": 2})
    if dress == "numbers":
        mark = choices.one("numbered by", words.phrases()["counts"])
        lines = [f"{mark.format(number)}{line}" for number, line in enumerate(lines, 1)]
    if choices.happens(0.07, "emojis"):
        lines = [line if "\n" in line else f"{line} \U0001f642" for line in lines]
    if choices.happens(0.12, "a greeting above"):
        lines = [random.choice(words.phrases()["greetings"]), *lines]
    if not dress.startswith("chat") and choices.also(0.06, "a signature below"):
        lines = [*lines, *choices.later.choice(words.phrases()["signatures"]).split("\n")]
    if choices.happens(0.1, "thanks below"):
        lines = [*lines, random.choice(words.phrases()["thanks"])]
    if dress.startswith("chat"):
        day -= timedelta(days=random.randrange(20))
        hour, minute = random.randrange(1, 12), random.randrange(60)
        parts = {"d": day.day, "m": f"{day.month:02}", "y": f"{day:%y}", "h": hour, "n": f"{minute:02}"}
        prefix = choices.one("chat", words.phrases()["prefixes"]).format(
            **parts, who=random.choice(words.phrases()["senders"])
        )
        count = len(lines) if dress == "chat" else 1
        lines = [f"{prefix}{line}" if row < count else line for row, line in enumerate(lines)]
    return joined(choices, "\n".join(lines).split("\n"))

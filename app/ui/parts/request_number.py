"""The number of a request, whole, so that it can be read out."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.ui.parts.layouts import column, held
from app.ui.parts.text import Label


def request_number(number: str) -> QWidget:
    """The number under its name, over the full width; it is never shortened."""
    value = Label(number, "caption", wraps=True).set_identity()
    value.setObjectName("request_id")
    return held(column(Label("Request", ink="text2"), value))

"""The text of a message as it will be sent: in the language of the customer, not of this counter."""

from __future__ import annotations

from app.ui.kit.basics.text import Label


class MessageText(Label):
    """Shows it on as many lines as it takes."""

    def __init__(self) -> None:
        super().__init__("", "body", wraps=True)
        self.setObjectName("message_text")

"""A note that trips of one customer overlap in time; it bars nothing."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.language import tr
from app.ui.kit.sheets.message_box import MessageBox


class OverlapNote(MessageBox):
    """Shown only while there is something to say."""

    def __init__(self, sentences: Sequence[str] = ()) -> None:
        super().__init__("warning")
        self.setObjectName("overlap_note")
        self._tell(sentences)
        # What is shown before it is laid out is a window.
        if not sentences:
            self.hide()

    def show_overlaps(self, sentences: Sequence[str]) -> None:
        """Show a sentence for each two trips that overlap."""
        self._tell(sentences)
        self.setVisible(bool(sentences))

    def _tell(self, sentences: Sequence[str]) -> None:
        self.show_words(tr("Trips overlap in time") if sentences else "", "\n".join(sentences))

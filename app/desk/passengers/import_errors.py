"""What goes wrong with a list of passengers that was pasted or brought as a file."""


class PartyImportError(Exception):
    """There is nothing to take; the sentence says what is wrong and what to do, and no passenger's data."""

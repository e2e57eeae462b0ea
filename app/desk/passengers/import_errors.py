"""The error of a list of passengers that was pasted or read from a file."""


class PartyImportError(Exception):
    """Nothing can be imported; the sentence says why and what to do, without passengers' data."""

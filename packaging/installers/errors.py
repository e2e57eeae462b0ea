"""What ends a build."""


class BuildError(Exception):
    """The build cannot go on; the sentence says why, and what to do where something can be done."""

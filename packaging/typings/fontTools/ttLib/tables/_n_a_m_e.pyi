class NameRecord:
    nameID: int
    string: str
    def toUnicode(self) -> str: ...

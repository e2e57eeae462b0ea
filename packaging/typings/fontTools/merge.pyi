from fontTools.ttLib import TTFont

class Merger:
    def merge(self, fontfiles: list[str]) -> TTFont: ...

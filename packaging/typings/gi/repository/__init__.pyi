class _MainContext:
    def iteration(self, may_block: bool) -> bool: ...

class GLib:
    class MainContext:
        @staticmethod
        def default() -> _MainContext: ...

    class Error(Exception): ...

class Atspi:
    class Cache:
        NONE: int

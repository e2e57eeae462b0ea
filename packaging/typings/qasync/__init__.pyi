import asyncio

from PySide6.QtCore import QCoreApplication

class QEventLoop(asyncio.AbstractEventLoop):
    def __init__(self, app: QCoreApplication | None = None) -> None: ...
    def run_forever(self) -> None: ...

"""Changes the API key during work, and checks the present one again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from app.api.messages.api_key import ApiKey
from app.desk.model.errors import DeskError
from app.desk.model.sale import Wallet
from app.desk.payment.payments import Payments
from app.desk.service import advice
from app.desk.service.service_reader import ServiceReader

KeyProblem = Callable[[ApiKey], str]


class KeyChange:
    """Changes the API key of one profile between two money calls."""

    def __init__(
        self,
        reader: ServiceReader,
        payments: Payments,
        read_wallet: Callable[[], Awaitable[Wallet]],
        problem: KeyProblem | None = None,
    ) -> None:
        """`problem` returns a sentence why a key must not be used here, or an empty text.

        It is called in a thread.
        """
        self._reader = reader
        self._payments = payments
        self._read_wallet = read_wallet
        self._problem = problem

    async def use(self, text: str) -> Wallet:
        """Use another API key from now on. Returns its wallet. Journal and unknown outcomes stay as they are.

        Waits for running money calls. Raises DeskError, and keeps the old key, when the text cannot be a key
        or the service does not accept it.
        """
        try:
            key = ApiKey(text)
        except ValueError as error:
            raise DeskError(advice.advise_no_key(str(error))) from None
        if self._problem and (problem := await asyncio.to_thread(self._problem, key)):
            raise DeskError(advice.advise_no_key(problem))
        wallet: Wallet | None = None
        while wallet is None or self._payments.is_settling:
            await self._payments.finish()
            wallet = await self._reader.wallet_of(key)
        # No await in between: a call goes out with the key whose wallet it was checked against.
        self._reader.use_key(key, wallet)
        return wallet

    async def check(self) -> None:
        """Check again a key that was not accepted; selling is allowed again if it is. Raises DeskError."""
        await self._read_wallet()
        self._reader.access.begin_anew()

"""What coroutines wait for: something that changes."""

import asyncio


class ChangeSignal:
    """Something that changes; `version` grows each time."""

    def __init__(self) -> None:
        self.version = 0
        self._changed = asyncio.Event()

    def note_change(self) -> None:
        """Wake those who wait."""
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()

    async def wait_for_change(self, version: int, seconds: float | None = None) -> bool:
        """Wait until something has changed since that version; False if `seconds` are over."""
        if self.version == version:
            try:
                async with asyncio.timeout(seconds):
                    await self._changed.wait()
            except TimeoutError:
                return False
        return True

"""Let coroutines wait for changes."""

import asyncio


class ChangeSignal:
    """Signals changes; `version` grows with each one."""

    def __init__(self) -> None:
        self.version = 0
        self._changed = asyncio.Event()

    def note_change(self) -> None:
        """Signal a change: wake all waiters."""
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()

    async def wait_for_change(self, version: int, seconds: float | None = None) -> bool:
        """Wait for a change after that version; return False after `seconds` without one."""
        if self.version == version:
            try:
                async with asyncio.timeout(seconds):
                    await self._changed.wait()
            except TimeoutError:
                return False
        return True

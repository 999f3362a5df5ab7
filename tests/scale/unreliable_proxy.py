"""A TCP proxy that stalls and resets connections at random, for a number of times.

`python -m tests.scale.unreliable_proxy SEED TIMES PORT=HOST:PORT…` prints a line for each stall and
reset. After TIMES of them it is reliable, so that what goes through it comes to an end.
"""

import asyncio
import random
import socket
import struct
import sys
from dataclasses import dataclass

_BYTES = 20_000.0  # that pass on average between two faults of a connection
_STALL_SECONDS = (0.2, 3.0)
_LONG_STALL_SECONDS = 14.0  # more than a lease, and than clients wait for
_RESETS = 0.4  # of the faults
_LONG_STALLS = 0.1
_PIECE = 4096


@dataclass
class Faults:
    """The faults that are left."""

    random: random.Random
    left: int

    def choose_bytes(self) -> float:
        """Return after how many bytes the next fault happens."""
        return self.random.expovariate(1 / _BYTES)

    def take(self) -> str:
        """Return the next fault; empty when there are no more."""
        if self.left <= 0:
            return ""
        self.left -= 1
        drawn = self.random.random()
        if drawn < _RESETS:
            return "reset"
        return "long stall" if drawn < _RESETS + _LONG_STALLS else "stall"


class Connection:
    """A client and the server that it is connected to."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._until_fault = faults.choose_bytes()
        self._is_open = asyncio.Event()  # cleared while nothing passes, in either direction
        self._is_open.set()
        self._writers: list[asyncio.StreamWriter] = []

    async def run(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str, port: int
    ) -> None:
        self._writers.append(writer)
        try:
            from_server, to_server = await asyncio.open_connection(host, port)
            self._writers.append(to_server)
            await asyncio.gather(self._pass(reader, to_server), self._pass(from_server, writer))
        except OSError:  # one of them has closed it, or it was reset
            pass
        finally:
            for each in self._writers:
                each.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(_PIECE):
            await self._is_open.wait()
            self._until_fault -= len(piece)
            if self._until_fault < 0:
                self._until_fault = self._faults.choose_bytes()
                await self._fail(self._faults.take())
            writer.write(piece)
            await writer.drain()
        writer.close()

    async def _fail(self, fault: str) -> None:
        if not fault:
            return
        print(fault, flush=True)
        if fault == "reset":
            for writer in self._writers:
                reset(writer)
            raise ConnectionResetError
        self._is_open.clear()
        seconds = self._faults.random.uniform(*_STALL_SECONDS)
        await asyncio.sleep(_LONG_STALL_SECONDS if fault == "long stall" else seconds)
        self._is_open.set()


def reset(writer: asyncio.StreamWriter) -> None:
    """Close a connection without a word, as a failing network device does."""
    connection = writer.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def main() -> None:
    faults = Faults(random.Random(int(sys.argv[1])), int(sys.argv[2]))
    for word in sys.argv[3:]:
        port, _, target = word.partition("=")
        host, _, target_port = target.rpartition(":")

        async def accept(
            reader: asyncio.StreamReader,
            writer: asyncio.StreamWriter,
            host: str = host,
            target_port: str = target_port,
        ) -> None:
            await Connection(faults).run(reader, writer, host, int(target_port))

        await asyncio.start_server(accept, "0.0.0.0", int(port))
    print("ready", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())

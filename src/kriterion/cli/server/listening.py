"""The socket that the site listens on."""

import socket

from kriterion.errors import OperatorError


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there. Raises OperatorError if that is impossible."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=1024)
        # asyncio sets this only on sockets made for TCP by number, and create_server leaves the
        # protocol 0. Without it, each answer on a kept connection waits 40 ms for the client's
        # acknowledgement. Accepted sockets inherit it.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except OSError as error:
        raise OperatorError(
            f"{host}:{port}: cannot be listened at: {error.strerror or error}",
            fix="name another with --host HOST or --port PORT",
        ) from error

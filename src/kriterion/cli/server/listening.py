"""The socket that the site listens on."""

import socket

from kriterion.errors import OperatorError


def open_listener(host: str, port: int) -> socket.socket:
    """Return a socket that listens on this address. Raises OperatorError if that is impossible."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=1024)
        # Without TCP_NODELAY, each answer on a kept-alive connection waits 40 ms for the client's
        # acknowledgement. asyncio sets it only on sockets whose protocol is IPPROTO_TCP, and
        # create_server leaves the protocol 0. Accepted sockets inherit it.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except OSError as error:
        raise OperatorError(
            f"{host}:{port}: cannot listen there: {error.strerror or error}",
            fix="choose another address with --host HOST or --port PORT",
        ) from error

"""The socket that the site listens at."""

import socket

from kriterion.errors import OperatorError


def listen(host: str, port: int) -> socket.socket:
    """Listen there. Raises OperatorError when that cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=1024)
    except OSError as error:
        raise OperatorError(
            f"{host}:{port}: cannot be listened at: {error.strerror or error}",
            fix="name another with --host HOST or --port PORT",
        ) from error

"""Have PostgreSQL end the sessions of clients that fell silent, and so release their locks.

The machine of a client may lose its power or its network within a transaction. PostgreSQL would
keep the locks, such as those of a submission that others want to claim or reap, until the kernel
gives the connection up: by default, after more than two hours.
"""

from typing import Any

from django.db import connection

# Less than a lease, so that nobody who reaps its submission waits for the lock.
TRANSACTION_SECONDS = 10  # for which a transaction may wait for its client's next statement
# A client whose machine vanished is noticed after half a minute.
_SETTINGS = {
    "idle_in_transaction_session_timeout": f"{TRANSACTION_SECONDS}s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "4",
}

_is_limited = False


def limit_silence() -> None:
    """Limit the silence of this process's sessions. Call it while no other thread has one.

    For servers and workers. Migrations and commands, such as a backup, may compute for long within
    a transaction.
    """
    global _is_limited
    _is_limited = True
    if connection.vendor == "postgresql":  # sessions made so far are not limited
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined]


def configure(session: Any) -> bool:
    """Configure a new session; return whether a statement was executed."""
    if not _is_limited:
        return False
    # Not as options of the connection: poolers refuse those.
    calls = ", ".join(
        f"set_config('{name}', '{value}', false)" for name, value in _SETTINGS.items()
    )
    with session.cursor() as cursor:
        cursor.execute(f"SELECT {calls}")
    return True

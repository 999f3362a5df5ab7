"""Run untrusted programs: limited, confined, and leaving nothing behind.

The modules directly in this package are its contract: `run` and `session` (what a sandbox does),
`image`, `directory_tree`, `run_output`, `findings` (what goes in and comes out), `registry` and
`choice` (which sandbox), `sessions`, `stoppable`, `readable` (around a sandbox). The folders are
private. What the rest of the project needs from them is exported here, and imported only when it
is used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kriterion.sandbox.backends.containers.container_engine import ContainerEngine
    from kriterion.sandbox.backends.containers.engine_command import EngineName
    from kriterion.sandbox.execution.network import check_network
    from kriterion.sandbox.users.available_users import DEFAULT_UIDS
    from kriterion.sandbox.users.uids import UidRange

__all__ = ["DEFAULT_UIDS", "ContainerEngine", "EngineName", "UidRange", "check_network"]

_MODULES = {
    "DEFAULT_UIDS": "users.available_users",
    "ContainerEngine": "backends.containers.container_engine",
    "EngineName": "backends.containers.engine_command",
    "UidRange": "users.uids",
    "check_network": "execution.network",
}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)

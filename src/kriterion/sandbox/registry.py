"""The backends that settings can choose for everything that no container engine runs.

A backend is a name in `Backend` and a line in `_FACTORIES`; docs/contributor/write-a-backend.md
says what it must do. Factories import their backend, so that no command pays for one it does not
use.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Protocol

from kriterion.sandbox.session import SessionSandbox
from kriterion.sandbox.users.uids import UidRange


@unique
class Backend(StrEnum):
    """The value of `sandbox.backend` in the settings."""

    BUBBLEWRAP = "bubblewrap"
    PROCESS = "process"


class BackendSandbox(SessionSandbox, Protocol):
    """What a backend creates."""

    def new_root(self) -> str:
        """Return the directory of the next run; "" if runs have a file system of their own."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BackendOptions:
    """What the settings give to every backend.

    `uids` are for runs if we are root. `warn` gets messages for the operator.
    """

    uids: UidRange
    warn: Callable[[str], None]


@dataclass(frozen=True, slots=True)
class _Factory:
    create: Callable[[BackendOptions], BackendSandbox]
    is_confining: bool = True


def _create_bubblewrap(options: BackendOptions) -> BackendSandbox:
    from kriterion.sandbox.backends.bubblewrap.bubblewrap import Bubblewrap

    return Bubblewrap(uids=options.uids)


def _create_process_backend(options: BackendOptions) -> BackendSandbox:
    from kriterion.sandbox.backends.process.unconfined import Unconfined

    return Unconfined(warn=options.warn, uids=options.uids)


_FACTORIES: Mapping[Backend, _Factory] = {
    Backend.BUBBLEWRAP: _Factory(_create_bubblewrap),
    Backend.PROCESS: _Factory(_create_process_backend, is_confining=False),
}


def create_backend(backend: Backend, options: BackendOptions) -> BackendSandbox:
    """Create the sandbox of that name."""
    return _FACTORIES[backend].create(options)


def is_confining(backend: Backend) -> bool:
    """Whether runs in it can reach nothing of this machine; settings must allow any other twice."""
    return _FACTORIES[backend].is_confining

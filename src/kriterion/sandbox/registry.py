"""The backends that settings can choose for everything that no container engine runs.

A backend is a member of `Backend` and the package `backends/NAME`, which is imported only when it
is used; docs/contributor/write-a-backend.md says what it must do.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum, unique
from importlib import import_module
from typing import Protocol

from kriterion.sandbox.session import SessionSandbox
from kriterion.sandbox.users.uids import UidRange


@unique
class Backend(StrEnum):
    """The value of `sandbox.backend` in the settings, and the name of the backend's package."""

    BUBBLEWRAP = "bubblewrap"
    PROCESS = "process"


class BackendSandbox(SessionSandbox, Protocol):
    """A sandbox as its backend creates it."""

    def make_root(self) -> str:
        """Return the directory of the next run; "" if runs have a file system of their own."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BackendOptions:
    """The settings that every backend gets.

    `uids` are for runs if we are root. `warn` gets messages for the operator.
    """

    uids: UidRange
    warn: Callable[[str], None]


# Runs in these can reach everything that their user can.
_NOT_CONFINING = frozenset({Backend.PROCESS})


def create_backend(backend: Backend, options: BackendOptions) -> BackendSandbox:
    """Create the sandbox of that name."""
    package = import_module(f"kriterion.sandbox.backends.{backend}")
    create: Callable[[BackendOptions], BackendSandbox] = package.create_backend
    return create(options)


def is_confining(backend: Backend) -> bool:
    """Whether runs in it can reach nothing of this machine; settings must allow any other twice."""
    return backend not in _NOT_CONFINING

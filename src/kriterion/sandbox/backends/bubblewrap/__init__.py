"""Runs in bubblewrap's namespaces, cgroups where available, seccomp."""

from kriterion.sandbox.backends.bubblewrap.bubblewrap import Bubblewrap
from kriterion.sandbox.registry import BackendOptions, BackendSandbox


def create_backend(options: BackendOptions) -> BackendSandbox:
    return Bubblewrap(uids=options.uids)

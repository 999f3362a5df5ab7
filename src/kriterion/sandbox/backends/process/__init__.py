"""Plain processes: limited, but not confined."""

from kriterion.sandbox.backends.process.unconfined import UnconfinedSandbox
from kriterion.sandbox.registry import BackendOptions, BackendSandbox


def create_backend(options: BackendOptions) -> BackendSandbox:
    return UnconfinedSandbox(warn=options.warn, uids=options.uids)

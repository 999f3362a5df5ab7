"""Plain processes: limited, but not confined."""

from kriterion.sandbox.backends.process.unconfined import Unconfined
from kriterion.sandbox.registry import BackendOptions, BackendSandbox


def create_backend(options: BackendOptions) -> BackendSandbox:
    return Unconfined(warn=options.warn, uids=options.uids)

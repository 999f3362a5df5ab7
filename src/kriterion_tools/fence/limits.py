"""Resource limits of processes behind the fence: the kernel's own, which are only lowered."""

import resource


class FenceLimits:
    """Limits of each process; None leaves a limit unchanged.

    `processes` counts all processes of the user, the judge's included. `memory_bytes` limits data,
    not address space: runtimes reserve far more address space than they use.
    """

    def __init__(
        self,
        *,
        processes: int | None = None,
        memory_bytes: int | None = None,
        cpu_seconds: int | None = None,
        file_bytes: int | None = None,
        open_files: int | None = None,
    ) -> None:
        self.processes = processes
        self.memory_bytes = memory_bytes
        self.cpu_seconds = cpu_seconds
        self.file_bytes = file_bytes
        self.open_files = open_files


def apply_limits(limits: FenceLimits) -> None:
    """Set the limits for this process and its descendants, and disable core files."""
    for what, limit in (
        (resource.RLIMIT_NPROC, limits.processes),
        (resource.RLIMIT_DATA, limits.memory_bytes),
        (resource.RLIMIT_CPU, limits.cpu_seconds),
        (resource.RLIMIT_FSIZE, limits.file_bytes),
        (resource.RLIMIT_NOFILE, limits.open_files),
        (resource.RLIMIT_CORE, 0),
    ):
        if limit is None:
            continue
        _, hard = resource.getrlimit(what)
        if hard != resource.RLIM_INFINITY:
            limit = min(limit, hard)
        resource.setrlimit(what, (limit, limit))

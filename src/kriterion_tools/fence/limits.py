"""What each process behind the fence may use: the kernel's own limits, which are only lowered."""

import resource


class Limits:
    """Limits of each single process; None leaves one as it is.

    `processes` is what the user may have in all, the judge's own and other people's included.
    `memory_bytes` is data, not address space: runtimes reserve far more of that than they use.
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


def lower(limits: Limits) -> None:
    """Put them in force for this process and those it starts; nobody leaves a core file."""
    for what, most in (
        (resource.RLIMIT_NPROC, limits.processes),
        (resource.RLIMIT_DATA, limits.memory_bytes),
        (resource.RLIMIT_CPU, limits.cpu_seconds),
        (resource.RLIMIT_FSIZE, limits.file_bytes),
        (resource.RLIMIT_NOFILE, limits.open_files),
        (resource.RLIMIT_CORE, 0),
    ):
        if most is None:
            continue
        _, hard = resource.getrlimit(what)
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(what, (most, most))

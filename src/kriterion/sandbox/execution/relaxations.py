"""Apply and describe what an operator permits to an image."""

from collections.abc import Mapping

from kriterion.sandbox.execution.network import describe
from kriterion.sandbox.image import Image
from kriterion.sandbox.run import Run
from kriterion.sandbox.seccomp.filter_program import Filter, ForeignArchitecture
from kriterion.sandbox.seccomp.policy import CallRule, Relaxation

# The keys of `Outcome.enforced` that the system-call filter is responsible for.
FILTERED = ("system calls", "foreign architectures", "ptrace", "set-id bits")


def choose_filter(
    image: Image, *, further: tuple[CallRule, ...] = (), has_listener: bool = False
) -> Filter:
    """Return the filter for runs in an image. `further` rules extend the policy's.

    With `has_listener`, programs of other architectures are left to a listener around the run.
    """
    foreign = ForeignArchitecture.WATCHED if has_listener else ForeignArchitecture.KILLED
    return Filter(
        relaxations=frozenset(
            relaxation for relaxation in Relaxation if getattr(image, relaxation.value)
        ),
        foreign=ForeignArchitecture.ALLOWED if image.foreign_architectures else foreign,
        further=further,
    )


def describe_confinement(run: Run, *, has_listener: bool = False) -> Mapping[str, str]:
    """Return the restrictions of a run in its image, for `Outcome.enforced`.

    `has_listener`: a listener names the programs that the filter ends.
    """
    refused = "refused, and named" if has_listener else "refused"
    image, limits = run.image, run.limits
    allowed = f"allowed by image {image.name}"
    return {
        "files": f"rlimit, {limits.file_bytes:,} bytes each;"
        f" file systems of {limits.scratch_bytes:,} bytes",
        "system calls": "seccomp, an allowlist",
        "foreign architectures": allowed if image.foreign_architectures else refused,
        "ptrace": allowed if image.ptrace else "refused",
        "set-id bits": allowed if image.set_id else "refused",
        "pseudo-terminals": allowed if image.pseudo_terminals else "none",
        "network": describe(run.network, refused=run.network_refused),
    }

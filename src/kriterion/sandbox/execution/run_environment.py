"""The environment variables of a run."""

from collections.abc import Mapping

from kriterion.sandbox import host_files
from kriterion.sandbox.run import Run

# Docker's PATH, for which judges are built.
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def build_environment(run: Run) -> Mapping[str, str]:
    """Return all environment variables of a run."""
    return {
        "PATH": ":".join((*run.image.path, _PATH)),
        "HOME": run.home,
        "USER": host_files.NAME,
        "LANG": "C.UTF-8",
        **run.image.variables,
        **run.variables,
    }

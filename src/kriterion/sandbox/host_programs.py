"""Find programs of this machine."""

import shutil


def find_program(name: str) -> str | None:
    """Find a system program, independent of our PATH."""
    return shutil.which(name, path="/usr/bin:/bin:/usr/local/bin") or shutil.which(name)

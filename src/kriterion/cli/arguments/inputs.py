"""The files of one solution on the command line of our representer and analyzer."""

from collections.abc import Sequence
from pathlib import Path

import click


def require_files(inputs: Sequence[Path]) -> None:
    """Raise a usage error unless all are files: a directory is a solution of its own."""
    for path in inputs:
        if not path.is_file():
            raise click.UsageError(f"{path}: is not a file: name one directory, or only files")

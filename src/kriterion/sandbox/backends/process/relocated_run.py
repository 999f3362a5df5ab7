"""Rewrite a run's paths to host paths, for sandboxes without a file system of their own."""

from dataclasses import replace
from pathlib import Path

from kriterion.errors import OperatorError
from kriterion.sandbox.image import Image
from kriterion.sandbox.run import Run


def relocate(run: Run, root: str) -> Run:
    """Return the run with its paths below its own root, if it has one. Raises OperatorError."""
    relocated = replace(
        run.image,
        path=tuple(_relocate_path(path, run.image) for path in run.image.path),
        variables={
            name: _relocate_path(value, run.image) for name, value in run.image.variables.items()
        },
    )
    command = tuple(_relocate_path(word, run.image) for word in run.command)
    if run.root:
        return replace(run, command=command, image=relocated)
    if places := (*run.trees, *run.collect):
        raise OperatorError(
            f"image {run.image.name}: a plain process cannot have files at {', '.join(places)}",
            fix='use a sandbox: neither --unsafe, nor backend = "process" in kriterion.toml',
        )
    return replace(
        run,
        command=command,
        image=relocated,
        root=root,
        home=f"{root}/home/runner",
        working_directory=root,
    )


def _relocate_path(text: str, image: Image) -> str:
    """Return the host path of a path in the image."""
    for place, directory in image.mounts.items():
        if Path(text).is_relative_to(place):
            return str(directory / Path(text).relative_to(place))
    return text

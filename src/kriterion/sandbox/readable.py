"""Check whether a run can read what its image shows."""

import shlex
from dataclasses import replace

from kriterion.errors import OperatorError
from kriterion.sandbox.image import Image, ImageKind
from kriterion.sandbox.run import Run, Sandbox

_MAXIMUM_NAMED = 10


def find_unreadable(image: Image, sandbox: Sandbox) -> list[OperatorError]:
    """Return errors for the image's own directories that a run cannot read, found by a run.

    Each error names one file or directory and how to make it readable.
    """
    try:
        sandbox.run(Run(command=("/bin/sh", "-c", "exit 0"), image=image))
        names = _find_hidden_names(image, sandbox)
    except OperatorError as error:
        return [error]
    return [
        OperatorError(
            f"image {image.name}: {name} cannot be read by a run",
            fix=f"chmod -R a+rX {shlex.quote(_find_host_path(name, image))}",
        )
        for name in names[:_MAXIMUM_NAMED]
    ]


def _find_hidden_names(image: Image, sandbox: Sandbox) -> list[str]:
    """Return the unreadable names in the image's directories, found by the host's `find`."""
    places = (*map(str, image.readable), *image.mounts)
    if not places:
        return []
    hidden = ("(", "-type", "d", "!", "-executable", "-o", "!", "-readable", ")")
    command = ("/usr/bin/find", *places, "!", "-type", "l", *hidden, "-print0", "-prune")
    looking = replace(image, kind=ImageKind.HOST, directory=None)
    outcome = sandbox.run(Run(command=command, image=looking))
    return [name.decode(errors="replace") for name in outcome.stdout.split(b"\0") if name]


def _find_host_path(place: str, image: Image) -> str:
    """Return the host path of a path in the image."""
    for inside, directory in image.mounts.items():
        if place == inside or place.startswith(f"{inside}/"):
            return f"{directory}{place.removeprefix(inside)}"
    return place

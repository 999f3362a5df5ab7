"""Whether a run can read what its image shows it."""

import shlex

from kriterion.errors import OperatorError
from kriterion.sandbox.image import Image
from kriterion.sandbox.run import Run, Sandbox

_MAXIMUM_NAMED = 10


def unreadable(image: Image, sandbox: Sandbox) -> list[OperatorError]:
    """What a run could not read of the image's own directories, found out by a run.

    Each error names one file or directory and how to open it.
    """
    places = (*map(str, image.readable), *image.mounts)
    hidden = ("(", "-type", "d", "!", "-executable", "-o", "!", "-readable", ")")
    command = ("/usr/bin/find", *places, "!", "-type", "l", *hidden, "-print0", "-prune")
    if not places:
        command = ("/bin/true",)
    try:
        outcome = sandbox.run(Run(command=command, image=image))
    except OperatorError as error:
        return [error]
    names = [name.decode(errors="replace") for name in outcome.stdout.split(b"\0") if name]
    return [
        OperatorError(
            f"image {image.name}: {name} cannot be read by a run",
            fix=f"chmod -R a+rX {shlex.quote(_outside(name, image))}",
        )
        for name in names[:_MAXIMUM_NAMED]
    ]


def _outside(place: str, image: Image) -> str:
    """What a place in the image is on this machine."""
    for inside, directory in image.mounts.items():
        if place == inside or place.startswith(f"{inside}/"):
            return f"{directory}{place.removeprefix(inside)}"
    return place

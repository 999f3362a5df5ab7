"""Warming: what the first submission would have to wait for is made before there is one."""

import logging
from collections.abc import Iterator

from kriterion.errors import OperatorError
from kriterion.installation.installation import Installation
from kriterion.sandbox.image import has_only_relaxations
from kriterion.sandbox.readable import unreadable
from kriterion.work.machine import this_machine

_log = logging.getLogger(__name__)


def warm() -> None:
    """Try out the sandbox, and make what the tools we ship run in.

    Raises OperatorError when something keeps every submission from being assessed. What keeps only
    some from it, such as a compiler that is missing for learn-ocaml, is told to the log.
    """
    installation = this_machine()
    probe = installation.sandbox.probe()
    if not probe.works:
        raise OperatorError(probe.fault, fix=probe.fix)
    settled = installation.settings.images
    ours = [
        name
        for name in installation.shipped_image_names
        if name not in settled or has_only_relaxations(settled[name])
    ]
    faults = {name: list(_faults(installation, name)) for name in ours}
    if faults and all(faults.values()):
        raise faults[ours[0]][0]
    for name, found in faults.items():
        for error in found:
            _log.warning("nothing can be run in image %s: %s\n%s", name, error, error.fix)


def _faults(installation: Installation, name: str) -> Iterator[OperatorError]:
    """What keeps an image of ours from being used; of the operator's own, doctor tells."""
    try:
        image = installation.images[name]
    except OperatorError as error:
        yield error
        return
    yield from unreadable(image, installation.sandbox)

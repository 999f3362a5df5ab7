"""Prepare in advance what the first submission would otherwise wait for."""

import logging
from collections.abc import Iterator

from kriterion.errors import OperatorError
from kriterion.host.installation import Installation
from kriterion.sandbox.image import has_only_relaxations
from kriterion.sandbox.readable import find_unreadable
from kriterion.web.tools.machine import this_machine

_log = logging.getLogger(__name__)


def warm() -> None:
    """Try the sandbox, and build the runtimes of the tools we ship.

    Raises OperatorError if nothing can be assessed. Problems with some submissions only, such as a
    missing OCaml compiler, are logged.
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
    """Yield what prevents the use of one of our images; doctor reports on the operator's own."""
    try:
        image = installation.images[name]
    except OperatorError as error:
        yield error
        return
    yield from find_unreadable(image, installation.sandbox)

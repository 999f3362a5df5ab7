"""Prepare the sandbox and images, so that the first submission does not wait for them."""

import logging
from collections.abc import Iterator

from kriterion.errors import OperatorError
from kriterion.host.installation import Installation
from kriterion.sandbox.image import has_only_relaxations
from kriterion.sandbox.readable import find_unreadable
from kriterion.web.database.pooled_connection import release_connection
from kriterion.web.tools.machine import this_machine

_log = logging.getLogger(__name__)


def warm() -> None:
    """Check the sandbox, and build the images of the tools we ship.

    Raises OperatorError if nothing can be assessed. Problems with some submissions only, such as a
    missing OCaml compiler, are logged.
    """
    installation = this_machine()
    release_connection()  # building images may take minutes
    probe = installation.sandbox.probe()
    if not probe.works:
        raise OperatorError(probe.fault, fix=probe.fix)
    settings_by_name = installation.settings.images
    shipped = [
        name
        for name in installation.shipped_image_names
        if name not in settings_by_name or has_only_relaxations(settings_by_name[name])
    ]
    faults = {name: list(_find_faults(installation, name)) for name in shipped}
    if faults and all(faults.values()):
        raise faults[shipped[0]][0]
    for name, errors in faults.items():
        for error in errors:
            _log.warning("image %s cannot be used: %s\n%s", name, error, error.fix)


def _find_faults(installation: Installation, name: str) -> Iterator[OperatorError]:
    """Yield the errors that prevent the use of one of our images.

    `kriterion doctor` reports those of the operator's own images.
    """
    try:
        image = installation.images[name]
    except OperatorError as error:
        yield error
        return
    yield from find_unreadable(image, installation.sandbox)

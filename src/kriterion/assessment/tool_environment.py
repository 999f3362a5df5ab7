"""Describe where a tool ran: on this machine's file system, another root, or in a container."""

import platform
from contextlib import suppress
from functools import cache

from kriterion.assessment.assessment_record import Environment
from kriterion.sandbox.image import Image, ImageKind
from kriterion.sandbox.run import Outcome

_HOST_ROOT = "/"


def make_environment(image: Image, outcome: Outcome) -> Environment:
    """Describe where a run in that image took place, for staff who compare results."""
    if image.kind is ImageKind.ENGINE:
        return Environment(
            kind=image.kind.value,
            image=image.name,
            engine=outcome.backend,
            digest=outcome.image_digest,
        )
    if image.kind is ImageKind.ROOTFS:
        return Environment(kind=image.kind.value, image=image.name, root=str(image.directory))
    return Environment(
        kind=image.kind.value, image=image.name, root=_HOST_ROOT, system=_read_host_system()
    )


@cache
def _read_host_system() -> str:
    """Return this system's name, such as "Debian GNU/Linux 12 (bookworm)"."""
    with suppress(OSError):
        return platform.freedesktop_os_release().get("PRETTY_NAME", "")
    return ""

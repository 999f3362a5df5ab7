"""Where a tool ran: on this machine's own file system, in an unpacked one, in a container."""

import platform
from contextlib import suppress
from functools import cache

from kriterion.assessment.assessment_record import Environment
from kriterion.sandbox.image import Image, ImageKind
from kriterion.sandbox.run import Outcome

_HOST_ROOT = "/"


def environment_of(image: Image, outcome: Outcome) -> Environment:
    """Where a run in that image was, for staff who ask why it went otherwise than elsewhere."""
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
        kind=image.kind.value, image=image.name, root=_HOST_ROOT, system=_host_system()
    )


@cache
def _host_system() -> str:
    """What this machine's system calls itself, such as "Debian GNU/Linux 12 (bookworm)"."""
    with suppress(OSError):
        return platform.freedesktop_os_release().get("PRETTY_NAME", "")
    return ""

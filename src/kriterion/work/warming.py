"""Warming: what the first submission would have to wait for is made before there is one."""

from kriterion.errors import OperatorError
from kriterion.sandbox.readable import unreadable
from kriterion.work.machine import this_machine


def warm() -> None:
    """Try out the sandbox, and make what the tools we ship run in.

    Raises OperatorError when something keeps submissions from being assessed.
    """
    installation = this_machine()
    probe = installation.sandbox.probe()
    if not probe.works:
        raise OperatorError(probe.fault, fix=probe.fix)
    for name in installation.image_names:
        image = installation.images[name]
        if image.mounts:  # what is ours: of the operator's own, doctor tells
            for error in unreadable(image, installation.sandbox):
                raise error

"""Try images: check that a run can read what they show."""

from collections.abc import Iterator

from kriterion.assessment.context import ToolContext
from kriterion.authoring.finding import error
from kriterion.errors import SandboxUnavailable
from kriterion.sandbox.image import Image
from kriterion.sandbox.readable import find_unreadable
from kriterion_tools.diagnostic import Diagnostic


def find_unreadable_parts(image: Image, context: ToolContext) -> Iterator[Diagnostic]:
    """Yield the parts of the image that a run cannot read. Raises SandboxUnavailable without a
    sandbox.
    """
    for fault in find_unreadable(image, context.sandbox):
        if isinstance(fault, SandboxUnavailable):
            raise fault
        where = f'images."{image.name}"'
        yield error(
            "kriterion.toml", fault.what, where=where, fix=fault.fix, code="image.unreadable"
        )

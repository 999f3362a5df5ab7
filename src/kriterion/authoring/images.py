"""Images tried: whether a run in them can read what they show it."""

from collections.abc import Iterator

from kriterion.authoring.bench import Bench
from kriterion.authoring.finding import Finding, error
from kriterion.errors import SandboxUnavailable
from kriterion.sandbox.image import Image
from kriterion.sandbox.readable import unreadable


def unreadable_parts(image: Image, bench: Bench) -> Iterator[Finding]:
    """What of the image a run cannot read. Raises SandboxUnavailable when there can be no run."""
    for fault in unreadable(image, bench.sandbox):
        if isinstance(fault, SandboxUnavailable):
            raise fault
        where = f'images."{image.name}"'
        yield error("kriterion.toml", fault.what, where=where, fix=fault.fix)

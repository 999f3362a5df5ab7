"""What this machine offers for trial runs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kriterion.sandbox.image import Image
from kriterion.sandbox.run import Sandbox
from kriterion.tools.judge import own_root


@dataclass(frozen=True, kw_only=True, slots=True)
class Bench:
    """A sandbox and images to run tools with, at most `jobs` runs at a time.

    `new_root` is the sandbox's, if its runs have no file system of their own.
    """

    sandbox: Sandbox
    images: Mapping[str, Image]
    new_root: Callable[[Image], str] = own_root
    jobs: int = 1

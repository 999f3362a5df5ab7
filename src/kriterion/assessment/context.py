"""Where the tools of an assessment run."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kriterion.sandbox.image import Image
from kriterion.sandbox.run import Sandbox


@dataclass(frozen=True, kw_only=True, slots=True)
class Places:
    """The sandbox, the images it knows, and in which directory the files of a run begin there."""

    images: Mapping[str, Image]
    sandbox: Sandbox
    new_root: Callable[[Image], str]

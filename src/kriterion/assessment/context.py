"""The machine that an assessment uses."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kriterion.sandbox.image import Image
from kriterion.sandbox.run import Sandbox
from kriterion.tools.judge_run import own_root


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolContext:
    """Where tools run: a sandbox and the images it knows, at most `jobs` runs at a time.

    `make_root` returns the directory in which the layout of a run begins: "" for sandboxes whose
    runs have a file system of their own.
    """

    sandbox: Sandbox
    images: Mapping[str, Image]
    make_root: Callable[[Image], str] = own_root
    jobs: int = 1

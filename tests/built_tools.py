"""What a site builds on its machine: the tests of one run build it once, for all their sites."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

from kriterion.errors import OperatorError
from kriterion.tools.built_images import ensure_built_image, is_built
from kriterion.tools.catalog import SHIPPED_JUDGES
from kriterion.tools.runtime import ensure_kriterion_image
from tests.places import make_once
from tests.stages import SHARED


def copy_built_tools(data: Path) -> None:
    """Copy the runtime and the grader into a data directory, if all stages share a directory.

    Nobody writes to their files, so links to them are enough: they are large.
    """
    shared = os.environ.get(SHARED)
    if shared:
        made = make_once(Path(shared), "built-tools", _build)
        shutil.copytree(made, data, symlinks=True, copy_function=_link)
        data.chmod(0o711)


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # another file system, or one without links
        shutil.copy2(source, target)


def _build(place: Path) -> None:
    place.chmod(0o711)
    image = ensure_kriterion_image(place)
    for name, tool in SHIPPED_JUDGES.items():
        if is_built(tool):
            with suppress(OperatorError):  # OCaml is missing: the sites say so
                ensure_built_image(name, tool, image, place)

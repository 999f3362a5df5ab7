"""What a site builds on its machine: the tests of one run build it once, for all their sites."""

import os
import shutil
from pathlib import Path

import kriterion_tools
from kriterion.errors import OperatorError
from kriterion.tools.built_images import ensure_built_image
from kriterion.tools.runtime import ensure_kriterion_image
from tests.places import make_once
from tests.stages import SHARED

_GRADER = "learn_ocaml_judge"


def copy_built_tools(data: Path) -> None:
    """Copy the runtime and the grader into a data directory, if all stages share a directory."""
    shared = os.environ.get(SHARED)
    if shared:
        shutil.copytree(make_once(Path(shared), "built-tools", _build), data)
        data.chmod(0o711)


def _build(place: Path) -> None:
    place.chmod(0o711)
    image = ensure_kriterion_image(place)
    try:
        ensure_built_image(_GRADER, Path(kriterion_tools.__file__).parent / _GRADER, image, place)
    except OperatorError:
        return  # OCaml is missing: the sites say so

"""The copy of what a site builds: a site that starts with it builds nothing."""

import os
import shutil
from pathlib import Path

import pytest

from kriterion.host.installation import Installation
from tests.built_tools import copy_built_tools
from tests.stages import SHARED

pytestmark = pytest.mark.machine


@pytest.mark.long(reason="builds all tools")
def test_a_site_builds_nothing_that_the_copy_contains(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not shutil.which("ocamlc"):
        pytest.skip("OCaml is not installed: the grader cannot be built")
    monkeypatch.setenv(SHARED, os.environ.get(SHARED, str(tmp_path)))
    data = tmp_path / "data"
    copy_built_tools(data)
    copied = sorted(data.glob("*/*"))
    monkeypatch.setenv("KRITERION_DATA", str(data))
    installation = Installation()
    for name in installation.shipped_image_names:
        mounts = installation.images[name].mounts
        assert all(place in copied for place in mounts.values())
    assert sorted(data.glob("*/*")) == copied

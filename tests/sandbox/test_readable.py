from dataclasses import replace
from pathlib import Path

import pytest

from kriterion.errors import OperatorError
from kriterion.sandbox.backends.bubblewrap.bubblewrap import Bubblewrap
from kriterion.sandbox.image import Image
from kriterion.sandbox.readable import find_unreadable
from tests.places import open_to_all
from tests.rehearsed import FINE, Rehearsed

IMAGE = Image(name="tested", readable=(Path("/opt/tested"),), mounts={"/opt/x": Path("/data/x")})


def test_a_readable_image_has_no_faults() -> None:
    sandbox = Rehearsed()
    assert find_unreadable(IMAGE, sandbox) == []
    assert {"/opt/tested", "/opt/x"} <= set(sandbox.runs[1].command)
    assert sandbox.runs[0].image is IMAGE


def test_an_unreadable_path_is_named_as_on_the_host() -> None:
    sandbox = Rehearsed(replace(FINE, stdout=b"/opt/tested/lib\0/opt/x/a b\xff\0"))
    first, second = find_unreadable(IMAGE, sandbox)
    assert first.what == "image tested: /opt/tested/lib cannot be read by a run"
    assert first.fix == "chmod -R a+rX /opt/tested/lib"
    assert second.fix == "chmod -R a+rX '/data/x/a b\N{REPLACEMENT CHARACTER}'"


def test_an_image_that_cannot_be_listed_says_why() -> None:
    error = OperatorError("image tested: /opt/tested is not there")
    assert find_unreadable(IMAGE, Rehearsed(error)) == [error]


@pytest.mark.machine
def test_readability_is_checked_by_a_real_run(bubblewrap: Bubblewrap, tmp_path: Path) -> None:
    place = open_to_all(tmp_path)
    (place / "fine").write_text("")
    (place / "fine").chmod(0o644)
    assert find_unreadable(Image(readable=(place,)), bubblewrap) == []
    (place / "closed").mkdir()
    (place / "closed").chmod(0)
    (unreadable,) = find_unreadable(Image(mounts={"/opt/x": place}), bubblewrap)
    assert unreadable.fix == f"chmod -R a+rX {place}/closed"

from dataclasses import replace

import pytest

from kriterion.errors import OperatorError
from kriterion.sandbox.image import Image
from kriterion.sandbox.run import Limits
from kriterion.tools.images import Images, find_image, limits_in


def test_an_image_is_made_when_it_is_first_asked_for_and_once() -> None:
    made = []

    def make() -> Image:
        made.append(1)
        return Image(name="abacus")

    images = Images({"abacus": make})
    assert "abacus" in images
    assert list(images) == ["abacus"]
    assert not made
    assert find_image("abacus", images) is find_image("abacus", images)
    assert made == [1]


def test_an_image_that_cannot_be_made_harms_only_those_who_ask_for_it() -> None:
    def fail() -> Image:
        raise OperatorError("no compiler")

    images = Images({"abacus": fail, "sand": lambda: Image(name="sand")})
    assert find_image("sand", images).name == "sand"
    with pytest.raises(OperatorError, match="no compiler"):
        find_image("abacus", images)


def test_a_name_that_nobody_mapped_is_the_host_under_that_name() -> None:
    assert find_image("wax", Images({})) == Image(name="wax")
    assert find_image(None, Images({})) == Image(name="host")


def test_what_is_said_of_the_host_holds_for_every_name_that_nobody_mapped() -> None:
    host = Image(name="host", ptrace=True, file_bytes=1 << 30)
    images = Images({"host": lambda: host})
    assert find_image(None, images) == host
    assert find_image("wax", images) == replace(host, name="wax")


def test_an_image_decides_how_long_files_may_be() -> None:
    usual = Limits(file_bytes=1, scratch_bytes=2)
    assert limits_in(Image(), usual) == usual
    relaxed = limits_in(Image(file_bytes=30, tmp_bytes=40), usual)
    assert (relaxed.file_bytes, relaxed.scratch_bytes) == (30, 40)

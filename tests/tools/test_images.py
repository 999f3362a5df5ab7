from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from kriterion.errors import ImageNotInstalled, OperatorError
from kriterion.host.settings import read_settings
from kriterion.sandbox.image import Image, ImageKind
from kriterion.sandbox.run import Limits
from kriterion.tools.images import (
    Images,
    UnknownImages,
    describe_mapping,
    find_image,
    is_refused,
    limit_files,
    require_image,
)


def test_an_image_is_built_once_on_first_use() -> None:
    created = []

    def make() -> Image:
        created.append(1)
        return Image(name="abacus")

    images = Images({"abacus": make})
    assert "abacus" in images
    assert list(images) == ["abacus"]
    assert not created
    assert find_image("abacus", images) is find_image("abacus", images)
    assert created == [1]


def test_an_image_that_cannot_be_built_harms_only_its_users() -> None:
    def fail() -> Image:
        raise OperatorError("no compiler")

    images = Images({"abacus": fail, "sand": lambda: Image(name="sand")})
    assert find_image("sand", images).name == "sand"
    with pytest.raises(OperatorError, match="no compiler"):
        find_image("abacus", images)


@pytest.mark.parametrize("name", [None, "host"])
@pytest.mark.parametrize("unknown", list(UnknownImages))
def test_a_tool_without_an_image_runs_on_this_machine(
    name: str | None, unknown: UnknownImages
) -> None:
    assert find_image(name, Images({}, unknown=unknown)) == Image(name="host")


@pytest.mark.parametrize("images", [{}, Images({})])
def test_a_missing_image_is_refused_with_the_settings_to_write(
    images: Mapping[str, Image],
) -> None:
    with pytest.raises(ImageNotInstalled) as raised:
        find_image('wax "2"', images)
    assert raised.value.name == 'wax "2"'
    assert "image 'wax \"2\"' is not on this machine" in raised.value.what
    lines = raised.value.fix.splitlines()
    settings = read_settings("\n".join(lines[1:3]), Path("/etc/kriterion.toml"))
    assert settings.images == {'wax "2"': Image(name='wax "2"')}
    assert is_refused('wax "2"', images)


def test_an_operator_can_map_unknown_images() -> None:
    host = Image(name="host", ptrace=True, file_bytes=1 << 30)
    here = Images({"host": lambda: host}, unknown=UnknownImages.HOST)
    assert find_image(None, here) == host
    assert find_image("wax", here) == replace(host, name="wax")
    engine = Images({"host": lambda: host}, unknown=UnknownImages.ENGINE)
    assert find_image("wax", engine) == Image(name="wax", kind=ImageKind.ENGINE)
    assert not is_refused("wax", here)
    assert not is_refused("wax", engine)


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("dodona/dodona-python", True),
        ("docker.io/dodona/Python", False),
        ("localhost:5000/dodona/python:3.12", True),
        ("python@sha256:" + "a" * 64, True),
        ("--privileged", False),
        ("-v=/:/mnt", False),
        ("docker-archive:/var/lib/kriterion/image.tar", False),
        ("dir:image", False),
        ("docker://elsewhere/image", False),
        ("oci:/srv/image", False),
        ("python 3", False),
        ("python\n", False),
        ("", False),
    ],
)
def test_an_engine_is_asked_only_for_the_name_of_an_image(name: str, is_one: bool) -> None:
    """Authors of exercises and judges write it, and an engine takes more than that."""
    assert is_refused(name, Images({}, unknown=UnknownImages.ENGINE)) is not is_one


def test_checking_for_refusal_builds_no_image() -> None:
    def fail() -> Image:
        raise OperatorError("no compiler")

    require_image("abacus", Images({"abacus": fail}))


def test_an_image_limits_the_length_of_files() -> None:
    default = Limits(file_bytes=1, scratch_bytes=2)
    assert limit_files(Image(), default) == default
    relaxed = limit_files(Image(file_bytes=30, tmp_bytes=40), default)
    assert (relaxed.file_bytes, relaxed.scratch_bytes) == (30, 40)


def test_the_image_of_dodona_is_suggested_by_its_reference() -> None:
    assert 'reference = "dodona/dodona-tested"' in describe_mapping("dodona-tested")
    assert "reference" not in describe_mapping("exercism/python-analyzer")
    assert "reference" not in describe_mapping('dodona-"]\nunknown = "host')

"""Which file the shell of an image is."""

import os
from pathlib import Path

import pytest

from kriterion.errors import OperatorError
from kriterion.sandbox.execution.shell import open_shell, resolve_inside
from kriterion.sandbox.image import HOST, Image, ImageKind


@pytest.mark.parametrize(
    ("links", "place"),
    [
        ({}, "bin/sh"),
        ({"bin": "usr/bin"}, "usr/bin/sh"),
        ({"bin": "/usr/bin", "usr/bin/sh": "/lib/busybox"}, "lib/busybox"),
        ({"bin/sh": "../../../../usr/bin/dash"}, "usr/bin/dash"),
        ({"bin/sh": "dash", "bin/dash": "./../bin/ash"}, "bin/ash"),
    ],
)
def test_links_are_resolved_inside_the_root_file_system(
    tmp_path: Path, links: dict[str, str], place: str
) -> None:
    for name, target in links.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).symlink_to(target)
    assert resolve_inside(tmp_path, "/bin/sh") == tmp_path / place


@pytest.mark.parametrize("kind", ["nothing", "a directory", "a pipe", "a link to itself"])
def test_an_invalid_shell_is_reported(tmp_path: Path, kind: str) -> None:
    (tmp_path / "bin").mkdir()
    shell = tmp_path / "bin" / "sh"
    if kind == "a directory":
        shell.mkdir()
    elif kind == "a pipe":
        os.mkfifo(shell)
    elif kind == "a link to itself":
        shell.symlink_to("sh")
    with pytest.raises(OperatorError, match=r"image odd: (has no|its) /bin/sh"):
        open_shell(Image(name="odd", kind=ImageKind.ROOTFS, directory=tmp_path))


def test_the_host_uses_its_own_shell() -> None:
    opened = open_shell(HOST)
    assert os.path.samestat(os.fstat(opened), Path("/bin/sh").stat())
    os.close(opened)

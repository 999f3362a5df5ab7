"""Files that a run gets by content instead of by a mount."""

from collections.abc import Mapping
from pathlib import Path

from kriterion.sandbox import host_files
from kriterion.sandbox.execution.network import NAME_SERVER
from kriterion.sandbox.image import Image, ImageKind
from kriterion.sandbox.run import Run


def list_small_files(run: Run) -> Mapping[str, bytes]:
    """Return files that a run gets by content, which is faster than a mount: path → content.

    In a root file system they replace its own, some of which may be missing.
    """
    own = host_files.write_own_files(run.home, NAME_SERVER if run.network else "")
    root = find_rootfs(run.image)
    if root is None:
        return {**host_files.list_configuration_files(), **own}
    return {place: text for place, text in own.items() if _is_file(root / place.lstrip("/"))}


def _is_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def find_rootfs(image: Image) -> Path | None:
    """Return the root file system, or None if it is the host's."""
    return image.directory if image.kind is ImageKind.ROOTFS else None

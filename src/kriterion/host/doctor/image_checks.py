"""Describe what an image means on this machine."""

from collections.abc import Mapping

from kriterion.host.doctor.diagnosis import Diagnosis
from kriterion.sandbox.image import HOST, Image, ImageKind, list_relaxations
from kriterion.tools.images import describe_mapping, find_image, is_refused


def describe_unknown(name: str | None, images: Mapping[str, Image]) -> Diagnosis:
    """Describe what an unmapped image name means here; fine and empty if it is mapped.

    `what` continues the sentence that names the image.
    """
    if name is None or name == HOST.name or name in images:
        return Diagnosis(subject="image", state="fine", what="")
    if is_refused(name, images):
        what = ", which is not on this machine, so nothing runs in it"
        return Diagnosis(
            subject="image",
            state="fault",
            what=what,
            fix=describe_mapping(name),
            code="doctor.image.refused",
        )
    return Diagnosis(
        subject="image",
        state="notice",
        what=", which is not mapped: a container engine runs it"
        if find_image(name, images).kind is ImageKind.ENGINE
        else ", which is not mapped: runs see the file system of this machine",
        fix=describe_mapping(name),
        code="doctor.image.unmapped",
    )


def describe_image(image: Image) -> str:
    """Describe its kind, and everything it shows to a run or sets for it."""
    parts = [f"kind {image.kind.value}"]
    directories = [*map(str, image.readable), *image.mounts]
    if image.reference is not None:
        parts.append(f"reference {image.reference}")
    if image.directory is not None:
        parts.append(f"root {image.directory}")
    if directories:
        parts.append(f"with {', '.join(directories)}")
    if image.path:
        parts.append(f"PATH begins with {', '.join(image.path)}")
    parts += [f"{name}={value}" for name, value in image.variables.items()]
    if image.home is not None:
        parts.append(f"home from {image.home}")
    parts += [f"allows {relaxation}" for relaxation in list_relaxations(image)]
    return ", ".join(parts)

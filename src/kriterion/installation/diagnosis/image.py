"""What an image means on this machine, in words."""

from kriterion.sandbox.image import Image, relaxations


def meaning(image: Image) -> str:
    """Its kind, and everything that it shows to a run or sets for it."""
    parts = [f"kind {image.kind.value}"]
    shown = [*map(str, image.readable), *image.mounts]
    if image.directory is not None:
        parts.append(f"root {image.directory}")
    if shown:
        parts.append(f"with {', '.join(shown)}")
    if image.path:
        parts.append(f"PATH begins with {', '.join(image.path)}")
    parts += [f"{name}={value}" for name, value in image.variables.items()]
    if image.home is not None:
        parts.append(f"home from {image.home}")
    parts += [f"allows {relaxation}" for relaxation in relaxations(image)]
    return ", ".join(parts)

"""The layout of an Exercism track."""

import os
from pathlib import Path

CONFIG = ".meta/config.json"  # of an exercise
TRACK_CONFIG = "config.json"
KINDS = ("exercises/concept", "exercises/practice")

_DODONA_CONFIG = "config.json"  # of an exercise in Dodona's format


def is_exercise(directory: Path) -> bool:
    """Whether a directory looks like an exercise of a track."""
    return os.path.lexists(directory / CONFIG) and not os.path.lexists(directory / _DODONA_CONFIG)


def is_track(directory: Path) -> bool:
    """Whether a directory looks like the root of a track."""
    return os.path.lexists(directory / TRACK_CONFIG) and any(
        (directory / kind).is_dir() for kind in KINDS
    )

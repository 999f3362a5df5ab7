"""The command line's fixtures: an installation is seen through it."""

from tests.cli.conftest import exercise, judge, rehearse, run

__all__ = ["exercise", "judge", "rehearse", "run"]

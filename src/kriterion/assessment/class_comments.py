"""The types of teachers' comments on a class of equivalent solutions.

Source: exercism/website 16bb79f.
"""

from enum import StrEnum, unique


@unique
class ClassCommentType(StrEnum):
    """How much a comment matters, most urgent first."""

    ESSENTIAL = "essential"  # to be fixed before going on
    ACTIONABLE = "actionable"  # recommended
    NON_ACTIONABLE = "non_actionable"  # worth knowing
    CELEBRATORY = "celebratory"

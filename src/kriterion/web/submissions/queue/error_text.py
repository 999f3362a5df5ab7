"""Describe errors for administrators, with the remedy."""

from kriterion.errors import JudgeNotInstalled, OperatorError
from kriterion_tools.errors import KriterionError


def describe_error(error: Exception) -> str:
    """Return the error and its remedy as one text."""
    if isinstance(error, JudgeNotInstalled):
        return f"{error}\n{_describe_installation(error.name)}"
    if isinstance(error, OperatorError) and error.fix:
        return f"{error}\n{error.fix}"
    if isinstance(error, KriterionError):
        return str(error)
    return f"Kriterion itself failed: {type(error).__name__}: {error}"


def _describe_installation(judge: str) -> str:
    """Return how to install a judge on a site; "" stands for the judge of exercises that
    name none.
    """
    if not judge:
        return (
            "give its repository a judge for exercises that name none, under Administration\n"
            "or name one in the exercise (evaluation.handler)"
        )
    return (
        f"add it under Administration, Tools, with the name {judge}\n"
        f"or add [judges.{judge}] with its directory to kriterion.toml, and restart the site"
    )

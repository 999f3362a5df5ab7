"""A diagnosis: one thing that `kriterion doctor` looked at, and how it is."""

from dataclasses import asdict, dataclass

from kriterion.errors import OperatorError
from kriterion_tools.errors import KriterionError


@dataclass(frozen=True, kw_only=True, slots=True)
class Diagnosis:
    """`state` is fine, notice (it could be better) or fault; `fix` is what to do, or empty."""

    subject: str
    state: str
    what: str
    fix: str = ""

    def row(self) -> dict[str, str]:
        """It as a JSON object."""
        return asdict(self)


def fault(subject: str, error: KriterionError) -> Diagnosis:
    """An error met while looking at something."""
    fix = error.fix if isinstance(error, OperatorError) else ""
    return Diagnosis(subject=subject, state="fault", what=str(error), fix=fix)

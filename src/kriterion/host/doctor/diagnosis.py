"""A diagnosis: one thing that `kriterion doctor` examined, with its state."""

from dataclasses import asdict, dataclass

from kriterion.errors import OperatorError
from kriterion_tools.errors import KriterionError


@dataclass(frozen=True, kw_only=True, slots=True)
class Diagnosis:
    """`state` is fine, notice (could be better) or fault; `fix` is the remedy, or empty.

    `code` names the kind of a notice or fault and never changes: a code of `authoring.diagnostics`.
    """

    subject: str
    state: str
    what: str
    fix: str = ""
    code: str = ""

    def row(self) -> dict[str, str]:
        """Return it as a JSON object."""
        return asdict(self)


def fault(subject: str, error: KriterionError, *, code: str) -> Diagnosis:
    """Return the diagnosis for an error; the error's own code, if it has one, is more precise."""
    fix = ""
    if isinstance(error, OperatorError):
        fix, code = error.fix, error.code or code
    return Diagnosis(subject=subject, state="fault", what=str(error), fix=fix, code=code)

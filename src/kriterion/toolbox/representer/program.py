"""The representer behind Exercism's contract: SLUG INPUT/ OUTPUT/, three files and exit status 0.

Source: exercism/docs 19e037f, building/tooling/representers/interface.md.
"""

from pathlib import Path

from kriterion.contracts.exercism_representer.representation import Representation
from kriterion.contracts.exercism_representer.writing import write_none, write_representation
from kriterion.toolbox.representer.languages import load_language
from kriterion.toolbox.representer.represent import VERSION, VERSIONS_PER_ENGINE, represent
from kriterion.toolbox.solution.refusal import Refusal
from kriterion.toolbox.solution.solution import load_solution


def represent_directory(
    slug: str, directory: Path, language: str | None = None
) -> Representation | Refusal:
    """The representation of the solution in a directory."""
    solution = load_solution(slug, directory, language)
    if isinstance(solution, Refusal):
        return solution
    table = load_language(solution.language)
    if table is None:
        return Refusal(f"{solution.language} is no language that is known here")
    return represent(solution.files, table)


def write_files(outcome: Representation | Refusal, output: Path) -> None:
    """Leave what the contract asks for in a directory."""
    files = (
        write_none(outcome.reason, VERSION * VERSIONS_PER_ENGINE)
        if isinstance(outcome, Refusal)
        else write_representation(outcome)
    )
    output.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (output / name).write_bytes(content)

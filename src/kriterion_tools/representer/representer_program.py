"""The representer behind Exercism's contract: SLUG INPUT/ OUTPUT/, three files and exit status 0.

Source: exercism/docs 19e037f, building/tooling/representers/interface.md.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.contracts.exercism_representer.representation_writer import (
    write_no_representation,
    write_representation,
)
from kriterion_tools.representer.languages import load_language
from kriterion_tools.representer.represent import VERSION, VERSIONS_PER_ENGINE, represent
from kriterion_tools.solution.solution_files import (
    Solution,
    find_solution,
    load_named_files,
    load_solution,
)
from kriterion_tools.solution.unusable import UnusableSolution


def represent_directory(
    slug: str, directory: Path, language: str | None = None, *, by_spelling: bool = False
) -> Representation | UnusableSolution:
    """Represent the solution in a directory."""
    return _represent_solution(load_solution(slug, directory, language), by_spelling=by_spelling)


def represent_named_files(
    paths: Sequence[Path], language: str | None = None, *, by_spelling: bool = False
) -> Representation | UnusableSolution:
    """Represent the solution that consists of these files."""
    return _represent_solution(load_named_files(paths, language), by_spelling=by_spelling)


def represent_files(
    slug: str, files: Mapping[str, bytes], *, by_spelling: bool = False
) -> Representation | UnusableSolution:
    """Represent the solution among files (path → content)."""
    return _represent_solution(find_solution(slug, files), by_spelling=by_spelling)


def build_output(outcome: Representation | UnusableSolution) -> Mapping[str, bytes]:
    """Return the files that the contract expects in OUTPUT/ (name → content)."""
    if isinstance(outcome, UnusableSolution):
        return write_no_representation(outcome.reason, VERSION * VERSIONS_PER_ENGINE)
    return write_representation(outcome)


def write_files(outcome: Representation | UnusableSolution, output: Path) -> None:
    """Write the files of the contract to a directory."""
    output.mkdir(parents=True, exist_ok=True)
    for name, content in build_output(outcome).items():
        (output / name).write_bytes(content)


def _represent_solution(
    solution: Solution | UnusableSolution, *, by_spelling: bool
) -> Representation | UnusableSolution:
    if isinstance(solution, UnusableSolution):
        return solution
    table = load_language(solution.language)
    if table is None:
        return UnusableSolution(f"unknown language {solution.language}")
    return represent(solution.files, table, by_spelling=by_spelling)

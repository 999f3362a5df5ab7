"""What to build from where, and whether an earlier build is still valid.

Nothing here reads an exercise: detecting that nothing changed must be instant.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from kriterion.authoring.building.scan import scan
from kriterion.authoring.building.state import State, is_ours, load_state
from kriterion.errors import OperatorError


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """A repository, its `root` without links, and the directory for its index.

    Without an index, `group_by_directory` groups exercises. `strict`: build nothing that
    learn-ocaml would refuse. `keep_going`: leave out what cannot be used. `grade`: grade the
    exercises' own solutions.
    """

    root: Path
    output: Path
    group_by_directory: bool = False
    strict: bool = False
    keep_going: bool = False
    grade: bool = False
    jobs: int = 1

    @property
    def options(self) -> dict[str, bool]:
        """Return the inputs of the output besides the repository."""
        return {
            "group_by_directory": self.group_by_directory,
            "strict": self.strict,
            "keep_going": self.keep_going,
            "grade": self.grade,
        }

    def check_output(self) -> None:
        """Raise OperatorError if the output would overwrite something else."""
        if not os.path.lexists(self.output) or is_ours(self.output):
            return
        fix = "choose another directory, or an empty one"
        if not self.output.is_dir():
            raise OperatorError(f"{self.output} is not a directory", fix=fix)
        if any(self.output.iterdir()):
            raise OperatorError(f"{self.output} contains files that no build has written", fix=fix)


def find_previous(plan: Plan) -> State | None:
    """Return the state of the last build of the same plan, or None."""
    state = load_state(plan.output)
    return state if state and state.root == str(plan.root) else None


def is_up_to_date(plan: Plan, previous: State) -> bool:
    """Whether a build would give the same result again."""
    if previous.options != plan.options:
        return False
    return scan(previous.roots, expected=len(previous.scan), jobs=plan.jobs) == previous.scan and (
        None not in previous.scan.values()
    )

"""What is to be built from where, and whether an earlier build still has it.

Nothing here reads an exercise: finding out that nothing changed must take no time.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from kriterion.authoring.building.scan import scan
from kriterion.authoring.building.state import State, is_ours, load_state
from kriterion.errors import OperatorError


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """A repository, its `root` without links, and the directory that becomes its index.

    Exercises are in groups by `group_by_directory` when there is no index. `strict`: nothing that
    learn-ocaml would refuse is built. `keep_going`: what cannot be used is left out. `grade`: the
    exercises' own solutions are graded.
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
        """What the output depends on beside the repository."""
        return {
            "group_by_directory": self.group_by_directory,
            "strict": self.strict,
            "keep_going": self.keep_going,
            "grade": self.grade,
        }

    def check_output(self) -> None:
        """Raise OperatorError when the output would take the place of something else."""
        if not os.path.lexists(self.output) or is_ours(self.output):
            return
        fix = "name another directory, or an empty one"
        if not self.output.is_dir():
            raise OperatorError(f"{self.output} is no directory", fix=fix)
        if any(self.output.iterdir()):
            raise OperatorError(f"{self.output} holds something that is no build", fix=fix)


def find_previous(plan: Plan) -> State | None:
    """The state of the last build of the same; None when there was none."""
    state = load_state(plan.output)
    return state if state and state.root == str(plan.root) else None


def is_up_to_date(plan: Plan, previous: State) -> bool:
    """Whether a build would come to the same again."""
    if previous.options != plan.options:
        return False
    return scan(previous.roots, expected=len(previous.scan), jobs=plan.jobs) == previous.scan and (
        None not in previous.scan.values()
    )

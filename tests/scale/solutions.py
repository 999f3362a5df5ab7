"""Solutions of the examples that students submit, each with the status it must get.

A submitted solution has its number in its first line, by which its row is recognised.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
_NUMBER = re.compile(r"hand-in (\d+)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Solution:
    repository: str
    exercise: str
    text: str
    status: str

    @property
    def suffix(self) -> str:
        return ".ml" if self.repository == "ocaml-course" else ".py"

    def write(self, number: int) -> str:
        """Return the text with its number."""
        comment = f"(* hand-in {number} *)" if self.suffix == ".ml" else f"# hand-in {number}"
        return f"{comment}\n{self.text}"


def _load(repository: str, exercise: str, file: str, status: str) -> Solution:
    text = (EXAMPLES / repository / exercise / file).read_text()
    return Solution(
        repository=repository,
        exercise=exercise.removeprefix("exercises/"),
        text=text,
        status=status,
    )


PYTHON = (
    _load("exercises", "barcode", "solution/solution.py", "correct"),
    _load("exercises", "barcode", "submissions/wrong-answer.py", "wrong"),
    _load("exercises", "tides", "submissions/exception.py", "runtime error"),
    _load("exercises", "darts", "submissions/syntax-error.py", "compilation error"),
    _load("exercises", "birds", "solution/solution.py", "correct"),
    _load("exercises", "dice", "submissions/wrong-answer.py", "wrong"),
    _load("exercises", "barcode", "submissions/roundabout.py", "correct"),
)
OCAML = (
    _load("ocaml-course", "exercises/basics/clock", "solution.ml", "correct"),
    _load("ocaml-course", "exercises/basics/clock", ".submissions/never-midnight.ml", "wrong"),
    _load("ocaml-course", "exercises/lists/rain", ".submissions/another-way.ml", "correct"),
    _load("ocaml-course", "exercises/types/tickets", ".submissions/missing-case.ml", "wrong"),
    _load(
        "ocaml-course", "exercises/types/tickets", ".submissions/fails-at-once.ml", "runtime error"
    ),
    _load(
        "ocaml-course", "exercises/lists/rain", ".submissions/type-error.ml", "compilation error"
    ),
)
# Holds its worker for about two seconds, so that a fault meets it; its exercise allows that.
PATIENT_REPOSITORY = "patient-exercises"
SLOW = Solution(
    repository=PATIENT_REPOSITORY,
    exercise="barcode",
    text=f"import time\n\ntime.sleep(0.2)\n{PYTHON[0].text}",
    status="correct",
)

# Runs until its worker is killed, within the minute that the exercise allows.
ENDLESS = Solution(
    repository=PATIENT_REPOSITORY,
    exercise="barcode",
    text=f"import time\n\ntime.sleep(300)\n{PYTHON[0].text}",
    status="time limit exceeded",
)


def mix(*kinds: Sequence[Solution], count: int) -> list[Solution]:
    """Return solutions of all kinds in turn."""
    turns = [cycle(kind) for kind in kinds]
    return [next(turn) for turn in islice(cycle(turns), count)]


def find_number(files: dict[str, str]) -> int:
    """Return the number in a submission's files."""
    match = _NUMBER.search("".join(files.values()))
    assert match, files
    return int(match[1])

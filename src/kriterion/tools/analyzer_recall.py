"""How much our analyzer says of what mentors say: docs/reference/analyzer-recall.md."""

from collections.abc import Mapping
from dataclasses import dataclass

_LEAST_SAID = 0.5
_LEAST_RIGHT = 0.95


@dataclass(frozen=True, kw_only=True, slots=True)
class Recall:
    """Our comments on solutions that no rule was written with.

    `right` are those of the comments that are right. `said` are those of a mentor's main remarks
    that our comments say.
    """

    comments: int
    right: int
    remarks: int
    said: int

    @property
    def suffices(self) -> bool:
        says_enough = self.said >= _LEAST_SAID * self.remarks
        return says_enough and self.right >= _LEAST_RIGHT * self.comments


# By language of the register, on its last sample; the others were not measured.
MEASURED: Mapping[str, Recall] = {
    "python": Recall(comments=93, right=86, remarks=116, said=48),
    "javascript": Recall(comments=116, right=114, remarks=120, said=43),
    "ocaml": Recall(comments=78, right=73, remarks=117, said=28),
    "java": Recall(comments=93, right=86, remarks=113, said=42),
    "c_sharp": Recall(comments=103, right=98, remarks=119, said=50),
    "go": Recall(comments=86, right=79, remarks=118, said=39),
    "rust": Recall(comments=67, right=59, remarks=116, said=28),
}


def has_few_rules(language: str) -> bool:
    """Whether our comments on this language are not known to say enough."""
    return language not in MEASURED or not MEASURED[language].suffices

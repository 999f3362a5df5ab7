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
    "python": Recall(comments=29, right=28, remarks=48, said=14),
    "javascript": Recall(comments=27, right=27, remarks=47, said=17),
    "ocaml": Recall(comments=12, right=12, remarks=54, said=8),
    "java": Recall(comments=62, right=61, remarks=79, said=34),
    "c_sharp": Recall(comments=59, right=58, remarks=78, said=34),
    "go": Recall(comments=37, right=37, remarks=71, said=24),
    "rust": Recall(comments=37, right=36, remarks=75, said=25),
}


def has_few_rules(language: str) -> bool:
    """Whether our comments on this language are not known to say enough."""
    return language not in MEASURED or not MEASURED[language].suffices

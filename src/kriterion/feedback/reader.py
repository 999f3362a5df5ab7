"""Who reads the feedback: what somebody may see, and in which language."""

from dataclasses import dataclass

from kriterion.contracts.dodona_judge.output import Permission
from kriterion.feedback.phrases import Phrase


@dataclass(frozen=True, kw_only=True, slots=True)
class Reader:
    """The reader of a page, a terminal or a document."""

    role: Permission = Permission.STUDENT
    language: str = "en"

    def told(self, phrase: Phrase, **values: object) -> str:
        """A phrase in the reader's language."""
        return phrase.spoken(self.language, **values)

    @property
    def is_staff(self) -> bool:
        """Whether what only teachers may know may be shown."""
        return self.role.sees(Permission.STAFF)

"""Who reads the feedback: what somebody may see, in which language, with which pictures."""

from dataclasses import dataclass, field

from kriterion.feedback import phrases
from kriterion.markup.media import Media
from kriterion_tools.contracts.dodona_judge.output import Permission
from kriterion_tools.contracts.dodona_judge.texts import Phrase


@dataclass(frozen=True, kw_only=True, slots=True)
class Viewer:
    """The viewer of a page, a terminal or a document; `media` are the exercise's pictures.

    On a terminal, an accepted context is one line, unless the viewer wants `everything`.
    """

    role: Permission = Permission.STUDENT
    language: str = "en"
    media: Media = field(default_factory=dict)
    everything: bool = False

    def told(self, phrase: Phrase, **values: object) -> str:
        """A phrase in the viewer's language."""
        return phrase.told(self.language, **values)

    def told_verdict(self, accepted: bool) -> str:
        """Correct or wrong."""
        return self.told(phrases.CORRECT if accepted else phrases.WRONG)

    def told_audience(self, permission: Permission) -> str:
        """For whom something is, when it is not for everybody."""
        if permission is Permission.STUDENT:
            return ""
        return self.told(phrases.FOR_STAFF if permission is Permission.STAFF else phrases.FOR_ZEUS)

    @property
    def is_staff(self) -> bool:
        """Whether what only teachers may know may be shown."""
        return self.role.sees(Permission.STAFF)

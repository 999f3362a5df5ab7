"""The viewer for whom feedback is rendered: role, language, pictures of the exercise."""

from dataclasses import dataclass, field

from kriterion.feedback import phrases
from kriterion.feedback.withholding import NOTHING_WITHHELD, Withholding
from kriterion.markup.media_addresses import Media
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from kriterion_tools.translation.translator import ENGLISH, Phrase, Translator


@dataclass(frozen=True, kw_only=True, slots=True)
class Viewer:
    """The person for whom a page or a terminal is rendered; `media` are the exercise's pictures.

    Comments that tools make by `hidden_rules` are not shown; see automatic_comments.py. With
    `marks_rules`, an element with a comment has the digest of its rule, for a page's scripts.
    `withholding` is what a teacher withholds for now.
    A terminal shows an accepted context as one line, or in full if `everything` is set.
    """

    role: Permission = Permission.STUDENT
    translator: Translator = ENGLISH
    media: Media = field(default_factory=dict)
    everything: bool = False
    hidden_rules: frozenset[str] = frozenset()
    marks_rules: bool = False
    withholding: Withholding = NOTHING_WITHHELD

    def translate(self, phrase: Phrase, **values: object) -> str:
        """Return a phrase in the viewer's language."""
        return self.translator.translate(phrase, **values)

    def describe_verdict(self, accepted: bool) -> str:
        """Return "Correct" or "Wrong"."""
        return self.translate(phrases.CORRECT if accepted else phrases.WRONG)

    def describe_audience(self, permission: Permission) -> str:
        """Describe the audience of a permission; "" for everybody."""
        if permission is Permission.STUDENT:
            return ""
        staff = permission is Permission.STAFF
        return self.translate(phrases.FOR_STAFF if staff else phrases.FOR_ZEUS)

    @property
    def language(self) -> str:
        """The language of the phrases: English if the requested language has no catalogue."""
        return self.translator.language

    @property
    def is_staff(self) -> bool:
        """Whether the viewer may see what only staff may see."""
        return self.role.may_see(Permission.STAFF)

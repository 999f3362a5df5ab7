"""An author's hints: students reveal them one at a time, and each is counted."""

from dataclasses import dataclass

from django.db.models import F

from kriterion.exercises.exercise import Exercise
from kriterion.rendering.jobs import MarkdownText
from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity, RevealedHints
from kriterion.web.catalog.models.revealed_hints import count_revealed
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.learning.teacher_texts import name_owner
from kriterion.web.submissions.services.displayed_texts import DisplayedText, show_texts


@dataclass(frozen=True, kw_only=True, slots=True)
class Hints:
    """The hints that a user sees, of `total`; `students` says to staff how many revealed any."""

    shown: tuple[DisplayedText, ...]
    total: int
    students: int | None = None

    @property
    def next(self) -> int:
        """Return the number of the next hint, from 1; 0 if all are shown."""
        return len(self.shown) + 1 if len(self.shown) < self.total else 0


def find_hints(
    user: User, activity: Activity, exercise: Exercise, language: str, *, is_staff: bool
) -> Hints | None:
    """Return an exercise's hints: those that the user has revealed, or all for staff."""
    hints = exercise.hints_in(language)
    if not hints:
        return None
    revealed = RevealedHints.objects.filter(activity=activity)
    shown = len(hints) if is_staff else count_revealed(user, activity.pk)
    texts = [
        MarkdownText(text=text, place=f"hint-{number}-", heading=4)
        for number, text in enumerate(hints[:shown], start=1)
    ]
    return Hints(
        shown=show_texts(texts, name_owner(activity.repository)),
        total=len(hints),
        students=revealed.filter(count__gt=0).count() if is_staff else None,
    )


def reveal_next(user: User, activity: Activity, number: int, total: int) -> None:
    """Count hint `number` as revealed, if it is the user's next one of `total`."""
    if not 1 <= number <= total:
        return
    with write_transaction():
        RevealedHints.objects.get_or_create(user=user, activity=activity)
        # Two clicks on one button reveal one hint.
        own = RevealedHints.objects.filter(user=user, activity=activity, count=number - 1)
        own.update(count=F("count") + 1)

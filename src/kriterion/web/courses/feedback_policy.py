"""The policy of when students see feedback: which parts a series shows at a moment.

Nothing here reads the database or a clock. It is about students: those who review their work always
see everything. *After the deadline* means once the series accepts nothing more from the student, so
that nobody who may still submit sees it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum, unique

from kriterion.feedback.withholding import NOTHING_WITHHELD, Withholding, normalize_title
from kriterion.web.courses.series_terms import SeriesTerms


@unique
class FeedbackTime(StrEnum):
    """When something is shown, in order of time."""

    AT_ONCE = "at-once"
    AFTER_DEADLINE = "after-deadline"
    NEVER = "never"


_ORDER = tuple(FeedbackTime)


@dataclass(frozen=True, kw_only=True, slots=True)
class FeedbackPolicy:
    """When a series shows feedback. `tabs` are exceptions by a tab's title.

    The verdict is shown with the last part that is shown, since it reveals the results of all tabs.
    A tab that is never shown does not delay it, like a tab that a judge shows to staff only.
    """

    default: FeedbackTime = FeedbackTime.AT_ONCE
    tabs: Mapping[str, FeedbackTime] = field(default_factory=dict)

    @property
    def verdict(self) -> FeedbackTime:
        later = [time for time in self.tabs.values() if time is not FeedbackTime.NEVER]
        return max((self.default, *later), key=_ORDER.index)

    @property
    def needs_end(self) -> bool:
        """Whether something is shown once the series is over, so that it must end."""
        return FeedbackTime.AFTER_DEADLINE in (self.default, *self.tabs.values())


@dataclass(frozen=True, kw_only=True, slots=True)
class ShownFeedback:
    """What a student sees of the feedback on a submission.

    `appears_at` is when more of it appears; `appears_later`, when it does so at all, perhaps at a
    time that is not set yet.
    """

    withholding: Withholding = NOTHING_WITHHELD
    appears_later: bool = False
    appears_at: datetime | None = None

    @property
    def shows_everything(self) -> bool:
        return self.withholding == NOTHING_WITHHELD

    @property
    def has_verdict(self) -> bool:
        return not self.withholding.verdict

    @property
    def has_tabs(self) -> bool:
        """Whether some tabs may be shown although the verdict is not."""
        return not self.withholding.tabs or bool(self.withholding.exceptions)


EVERYTHING = ShownFeedback()


def find_end(terms: SeriesTerms) -> datetime | None:
    """Return the last moment at which the series accepts submissions; None if it is unlimited."""
    ends = [end for end in (terms.closes_at, terms.hides_at) if end is not None]
    return min(ends, default=None)


def find_shown_feedback(
    policy: FeedbackPolicy, terms: SeriesTerms, moment: datetime
) -> ShownFeedback:
    """Return the feedback shown at a moment, under the terms extended for the student."""
    end = find_end(terms)
    is_over = end is not None and moment > end

    def is_withheld(time: FeedbackTime) -> bool:
        return time is FeedbackTime.NEVER or (time is FeedbackTime.AFTER_DEADLINE and not is_over)

    hides_tabs = is_withheld(policy.default)
    withholding = Withholding(
        verdict=is_withheld(policy.verdict),
        tabs=hides_tabs,
        exceptions=frozenset(
            normalize_title(title)
            for title, time in policy.tabs.items()
            if is_withheld(time) != hides_tabs
        ),
    )
    later = policy.needs_end and not is_over
    return ShownFeedback(
        withholding=withholding, appears_later=later, appears_at=end if later else None
    )

"""The proposals of a re-judging as its page lists them: by kind, with what changes."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from kriterion.markup.visible_text import make_visible
from kriterion.web.courses.blind_mode import name_student
from kriterion.web.rejudging.models import (
    ChangeLevel,
    Proposal,
    ProposalState,
    Rejudging,
    RejudgingState,
)
from kriterion.web.rejudging.services.proposal_counts import sum_counts
from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.pages.presentation import StateLabel, state_label

PAGE = 50
DEFAULT_KIND = "changed"


@dataclass(frozen=True, kw_only=True, slots=True)
class ProposalKind:
    """A kind of decided proposals, by its states and levels."""

    name: str | Promise
    states: tuple[ProposalState, ...]
    levels: tuple[ChangeLevel, ...] = tuple(ChangeLevel)

    def count(self, counts: Counter[str]) -> int:
        return sum_counts(counts, self.states, self.levels)


_DECIDED = (ProposalState.APPLIED, ProposalState.PROPOSED)
KINDS: Mapping[str, ProposalKind] = {
    DEFAULT_KIND: ProposalKind(
        name=gettext_lazy("Changed results"), states=_DECIDED, levels=(ChangeLevel.OUTCOME,)
    ),
    "feedback": ProposalKind(
        name=_("Only the feedback changes"), states=_DECIDED, levels=(ChangeLevel.FEEDBACK,)
    ),
    "same": ProposalKind(name=_("Unchanged"), states=_DECIDED, levels=(ChangeLevel.NONE,)),
    "outdated": ProposalKind(name=_("Outdated"), states=(ProposalState.OUTDATED,)),
    "failed": ProposalKind(name=_("Not assessed"), states=(ProposalState.FAILED,)),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class ProposalCounts:
    """The numbers of decided proposals: `by_kind`, and those that can be applied."""

    outcomes: int
    applicable: int
    by_kind: Mapping[str, int]


def count_proposals(counts: Counter[str]) -> ProposalCounts:
    """Return the numbers on the page; `counts` come from `count_decided`."""
    proposed = (ProposalState.PROPOSED,)
    return ProposalCounts(
        outcomes=sum_counts(counts, proposed, (ChangeLevel.OUTCOME,)),
        applicable=sum_counts(counts, proposed),
        by_kind={name: kind.count(counts) for name, kind in KINDS.items()},
    )


class ProposalList:
    """The proposals of a kind, applied ones first, for a paginator.

    A re-judging may have a million. So nothing is counted, each state and level is a range of an
    index, and what precedes a page is skipped in that index.
    """

    def __init__(self, rejudging: Rejudging, kind: ProposalKind, counts: Counter[str]) -> None:
        self._rows = rejudging.proposals.order_by("pk")
        self._parts = [
            (state, level, sum_counts(counts, (state,), (level,)))
            for state in kind.states
            for level in kind.levels
        ]

    def count(self) -> int:
        return sum(number for *_, number in self._parts)

    def __len__(self) -> int:
        return self.count()

    def __getitem__(self, wanted: slice) -> list[Proposal]:
        """Return proposals with what a page needs of their submissions."""
        keys: list[int] = []
        begin, end = wanted.start, wanted.stop
        for state, level, number in self._parts:
            if number and begin < number and end > 0:
                rows = self._rows.filter(state=state, level=level).values_list("pk", flat=True)
                keys += rows[max(begin, 0) : min(end, number)]
            begin, end = begin - number, end - number
        found = (
            self._rows.select_related("submission__user", "submission__activity")
            .defer("document", "submission__files", "submission__summary", "submission__failure")
            .in_bulk(keys)
        )
        return [found[key] for key in keys if key in found]


def paginate(proposals: ProposalList) -> "Paginator[Proposal]":
    return Paginator(proposals, PAGE)  # type: ignore[arg-type] # it has what a paginator needs


@dataclass(frozen=True, kw_only=True, slots=True)
class ProposalRow:
    """A proposal on the page: what it changes; `mark` says what became of it, "" if nothing."""

    proposal: Proposal
    student: str
    exercise: str
    before: StateLabel | None
    after: StateLabel | None
    points: str
    removed: tuple[str, ...]
    added: tuple[str, ...]
    more: int
    mark: str
    can_be_applied: bool


def present_proposal(
    request: HttpRequest, proposal: Proposal, rejudging: Rejudging, language: str
) -> ProposalRow:
    """Return the row of a proposal; texts by tools and students are made visible."""
    submission = proposal.submission
    before, after = proposal.before, proposal.after
    is_current = (submission.state, submission.attempt) == (
        proposal.base_state,
        proposal.base_attempt,
    )
    is_proposed = proposal.state == ProposalState.PROPOSED
    shown_before, shown_after = before.get("comments", []), after.get("comments", [])
    listed = len(shown_before) + len(shown_after)
    return ProposalRow(
        proposal=proposal,
        student=make_visible(name_student(request, submission.user, rejudging.course_id)),
        exercise=submission.activity.name(language),
        before=_present_state(before),
        after=_present_state(after) if "status" in proposal.changes or not before else None,
        points=_describe_points(before, after) if "points" in proposal.changes else "",
        removed=tuple(map(make_visible, shown_before)),
        added=tuple(map(make_visible, shown_after)),
        more=before.get("comment_count", 0) + after.get("comment_count", 0) - listed,
        mark=_find_mark(proposal, is_outdated=is_proposed and not is_current),
        can_be_applied=is_proposed and is_current and rejudging.state == RejudgingState.READY,
    )


def _find_mark(proposal: Proposal, *, is_outdated: bool) -> str:
    if is_outdated or proposal.state == ProposalState.OUTDATED:
        return gettext("outdated: the submission has changed since")
    return gettext("applied") if proposal.state == ProposalState.APPLIED else ""


def _present_state(side: Mapping[str, Any]) -> StateLabel | None:
    if not side:
        return None
    fields = {name: side[name] for name in ("state", "status", "accepted")}
    return state_label(Submission(**fields))


def _describe_points(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Return for example "3/10 → 7/10"."""
    return " → ".join(_format_points(side["earned"], side["possible"]) for side in (before, after))


def _format_points(earned: int | None, possible: int | None) -> str:
    if earned is None:
        return "–"
    return str(earned) if possible is None else f"{earned}/{possible}"

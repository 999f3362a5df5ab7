"""What needs an administrator's attention. Entries stay until their cause is removed."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Min, QuerySet
from django.utils.translation import gettext, gettext_noop

from kriterion.host.descriptors import REMEDY, get_allotment
from kriterion.web.notifications.mail_delivery import select_undelivered
from kriterion.web.repositories.models import Repository, RepositoryState
from kriterion.web.submissions.models import Submission, SubmissionState, Worker
from kriterion.web.submissions.pages.presentation import StateLabel, state_label
from kriterion.web.submissions.queue.health import Condition, examine_this_machine
from kriterion.web.submissions.queue.worker_name import name_this_host
from kriterion.web.tools.models import Tool, ToolState
from kriterion_tools.contracts.dodona_judge.statuses import Status

_MAX_SHOWN = 10
_MAX_SHOWN_BLOCKED = 20
_MAX_INSPECTED = (
    100  # newest submissions of failing judges to inspect; they are mostly of few exercises
)

_WORDS = {
    ("disk", Condition.FULL): gettext_noop("The disk is full: submissions cannot be saved."),
    ("disk", Condition.FAILED): gettext_noop(
        "The disk does not work: submissions cannot be saved."
    ),
    ("disk", Condition.NO_ANSWER): gettext_noop("The disk is not responding."),
    ("sandbox", Condition.FAILED): gettext_noop(
        "The sandbox does not work: submissions cannot be assessed on this server."
    ),
    ("sandbox", Condition.NO_ANSWER): gettext_noop("The sandbox is not responding."),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Trouble:
    """A current failure; `reason` is the machine's text."""

    message: str
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Attention:
    """What needs attention; `more` counts failed submissions that are not listed."""

    troubles: list[Trouble]
    repositories: QuerySet[Repository]
    tools: QuerySet[Tool]
    blocked: list[Mapping[str, Any]]
    submissions: list[tuple[Submission, StateLabel]]
    more: int

    @property
    def is_needed(self) -> bool:
        rows = self.troubles or self.blocked or self.submissions
        return bool(rows or self.repositories.exists() or self.tools.exists())


def collect_attention(workers: QuerySet[Worker]) -> Attention:
    """Collect what needs attention now; `workers` are the live ones."""
    failed, more = _find_failed()
    of_machine = _find_machine_troubles()
    return Attention(
        troubles=[
            *of_machine,
            *_find_descriptor_trouble(),
            *_find_mail_trouble(),
            *_find_worker_troubles(workers, {trouble.reason for trouble in of_machine}),
        ],
        repositories=Repository.objects.filter(state=RepositoryState.FAILED),
        tools=Tool.objects.filter(state=ToolState.FAILED),
        blocked=_count_blocked(),
        submissions=[(submission, state_label(submission)) for submission in failed],
        more=more,
    )


def _find_machine_troubles() -> list[Trouble]:
    diagnoses = examine_this_machine()
    return [
        Trouble(message=gettext(_WORDS[name, part.condition]), reason=part.reason)
        for name, part in diagnoses.items()
        if (name, part.condition) in _WORDS
    ]


def _find_descriptor_trouble() -> list[Trouble]:
    allotment = get_allotment()
    if not allotment.is_low:
        return []
    message = gettext("The server's limit on open files is low, so it can serve fewer users.")
    return [Trouble(message=message, reason=f"{allotment.description}\n{REMEDY}")]


def _find_mail_trouble() -> list[Trouble]:
    latest = select_undelivered().order_by("pk").last()
    if latest is None:
        return []
    message = gettext("Mail cannot be delivered: see “Mail”.")
    return [Trouble(message=message, reason=latest.error)]


def _find_worker_troubles(workers: QuerySet[Worker], reported: Collection[str]) -> list[Trouble]:
    """Return the faults that stop workers, unless this machine already `reported` them."""
    if not workers:
        return [Trouble(message=gettext("No worker is running: submissions are not assessed."))]
    here = name_this_host()
    failing = dict.fromkeys((worker.host, worker.fault) for worker in workers if worker.fault)
    return [
        Trouble(
            message=gettext("A worker on %(host)s cannot assess submissions.") % {"host": host},
            reason=fault,
        )
        for host, fault in failing
        if host != here or fault not in reported
    ]


def _count_blocked() -> list[Mapping[str, Any]]:
    """Count blocked submissions by reason and exercise, each with the id of the first one."""
    return list(
        Submission.objects.filter(state=SubmissionState.BLOCKED)
        .order_by()
        .values("summary", "activity__path")
        .annotate(count=Count("pk"), first=Min("pk"))
        .order_by("summary", "activity__path")[:_MAX_SHOWN_BLOCKED]
    )


def _find_failed() -> tuple[list[Submission], int]:
    """Return submissions that the machine failed, and the last one of each exercise whose judge
    fails.

    A judge that has since assessed another submission to the exercise works again.
    """
    waiting = _join_activity_and_user(Submission.objects.filter(state=SubmissionState.FAILED))
    number = Submission.objects.filter(state=SubmissionState.FAILED).count()
    by_activity: dict[int, Submission] = {}
    errors = Submission.objects.filter(status=Status.INTERNAL_ERROR.value)
    for submission in _join_activity_and_user(errors.filter(state=SubmissionState.FINISHED))[
        :_MAX_INSPECTED
    ]:
        by_activity.setdefault(submission.activity_id, submission)
    lasting = []
    for submissions in list(by_activity.values())[:_MAX_SHOWN]:
        since = Submission.objects.filter(
            activity_id=submissions.activity_id,
            pk__gt=submissions.pk,
            state=SubmissionState.FINISHED,
        )
        if not since.exclude(status=Status.INTERNAL_ERROR.value).exists():
            lasting.append(submissions)
    newest = sorted([*waiting[:_MAX_SHOWN], *lasting], key=lambda notice: notice.pk, reverse=True)
    return newest[:_MAX_SHOWN], number + len(lasting) - len(newest[:_MAX_SHOWN])


def _join_activity_and_user(submissions: QuerySet[Submission]) -> QuerySet[Submission]:
    related = submissions.select_related("activity__repository", "user")
    return related.defer("files").order_by("-pk")

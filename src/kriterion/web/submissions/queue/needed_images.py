"""Update the images of waiting submissions after a change of a judge, an exercise or a setting."""

from collections.abc import Iterator

from django.db.models import QuerySet

from kriterion.web.catalog.models import Activity
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.tools.tool_choice import find_image_name

_BATCH = 500  # rows updated at once, so that nobody waits for the whole queue

_WAITING = (SubmissionState.QUEUED, SubmissionState.BLOCKED)


def refresh_images(submissions: QuerySet[Submission]) -> int:
    """Store the image that each waiting submission needs now; return how many changed.

    An image that cannot be determined here is stored as not known, so that every worker may claim
    the submission and report what is missing.
    """
    # One query per state, because each state has an index: a single query would read every row.
    return sum(_refresh_images(submissions.filter(state=state)) for state in _WAITING)


def _refresh_images(waiting: QuerySet[Submission]) -> int:
    groups = waiting.order_by().values_list("activity", "course", "image").distinct()
    changed = 0
    for activity_id, course, image in list(groups):
        activity = Activity.objects.select_related("repository").get(pk=activity_id)
        needed = find_image_name(activity, course)
        if needed == image:
            continue
        outdated = waiting.filter(activity=activity_id, course=course, image=image)
        for batch in _read_batches(outdated):
            with write_transaction():
                rows = Submission.objects.filter(pk__in=batch, state__in=_WAITING)
                changed += rows.update(image=needed)
    return changed


def list_waiting_images() -> list[str]:
    """Return the images of queued and blocked submissions, by one index look-up for each."""
    queued = Submission.objects.filter(state=SubmissionState.QUEUED)
    names: list[str] = []
    last = ""
    while True:
        following = queued.filter(image__gt=last).order_by("image")
        name = following.values_list("image", flat=True).first()
        if name is None:
            break
        names.append(name)
        last = name
    blocked = Submission.objects.filter(state=SubmissionState.BLOCKED).exclude(image="")
    names += blocked.order_by().values_list("image", flat=True).distinct()
    return list(dict.fromkeys(names))


def _read_batches(rows: QuerySet[Submission]) -> Iterator[list[int]]:
    last = 0
    while batch := list(
        rows.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:_BATCH]
    ):
        yield batch
        last = batch[-1]

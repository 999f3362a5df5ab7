"""Enter an exam, hand it in, and let a student continue."""

from dataclasses import dataclass

from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.courses.exam_terms import ExamPhase
from kriterion.web.courses.models import Course
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.exams.exam_access import Devices, find_exam, find_exams
from kriterion.web.exams.models import Exam, ExamEntry
from kriterion.web.submissions.models import Draft, DraftVersion


@dataclass(frozen=True, kw_only=True, slots=True)
class OtherExam:
    """The exam that a student is taking already."""

    name: str
    course: Course


def enter_exam(user: User, exam: Exam, device: Devices) -> ExamEntry | OtherExam:
    """Enter an exam, or return to it. The caller has checked what the exam demands.

    What the student had written for its exercises becomes a version of the draft, which is shown
    again after the exam.
    """
    with write_transaction():
        # One at a time: two browsers could otherwise enter two exams.
        User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
        for each in find_exams(user, device):
            if each.standing.closes_other_pages and each.exam.pk != exam.pk:
                return OtherExam(name=each.exam.series.name, course=each.exam.series.course)
        entry = ExamEntry.objects.filter(exam=exam, user=user).first()
        if entry is not None:
            return entry
        _archive_drafts(user, exam)
        return ExamEntry.objects.create(
            exam=exam, user=user, entered_at=timezone.now(), address=device.address
        )


def hand_in_exam(user: User, exam: Exam) -> bool:
    """Hand in an exam and leave it; return whether the student was taking it."""
    entries = ExamEntry.objects.filter(exam=exam, user=user, handed_in_at=None)
    return bool(entries.update(handed_in_at=timezone.now()))


def reopen_exam(entry: ExamEntry) -> bool:
    """Let a student who has handed in continue; return whether they had."""
    entries = ExamEntry.objects.filter(pk=entry.pk, handed_in_at__isnull=False)
    return bool(entries.update(handed_in_at=None, reopened_at=timezone.now()))


def find_exam_without_content(user: User, activity_id: int, device: Devices) -> Exam | None:
    """Return the exam with an activity that a student has entered and no longer sees."""
    entries = user.exam_entries.filter(
        exam__published_at=None, exam__series__listings__activity=activity_id
    )
    for entry in entries.select_related("exam__series__course"):
        standing = find_exam(user, entry.exam, device).standing
        if standing.phase is not ExamPhase.PLANNED and not standing.shows_content:
            return entry.exam
    return None


def _archive_drafts(user: User, exam: Exam) -> None:
    """Store drafts from before the exam as versions, and empty them."""
    activities = exam.series.listings.values("activity")
    drafts = Draft.objects.select_for_update().filter(user=user, activity__in=activities)
    for draft in drafts.exclude(files={}):
        DraftVersion.objects.create(draft=draft, revision=draft.revision, files=draft.files)
        draft.files = {}
        draft.revision += 1
        draft.save()

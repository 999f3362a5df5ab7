"""The paths of files in an archive of one's own work, which every system can unpack.

    <course>/<exercise>/<number>/<file>         a submission
    <course>/<exercise>/<number>-feedback.txt   its feedback
    drafts/<exercise>/<file>                    a draft
    earlier-drafts/<exercise>/<number>/<file>   an earlier version of it

No directory has both a student's files and ours, so no name of a student hides one of ours.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from kriterion.web.base.archive_names import ArchiveNames, make_safe_name
from kriterion.web.catalog.models import Activity
from kriterion.web.submissions.models import Draft, DraftVersion, Submission

_EXERCISE_BYTES: Final = 60
_WITHOUT_COURSE: Final = 0
_DRAFTS: Final = -1
_VERSIONS: Final = -2


class WorkPaths:
    """Remembers the names of courses and exercises, so that two never share a directory."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._courses = ArchiveNames()
        self._exercises: defaultdict[int, ArchiveNames] = defaultdict(ArchiveNames)
        self._courses.name("without-course", _WITHOUT_COURSE)
        self._courses.name("drafts", _DRAFTS)
        self._courses.name("earlier-drafts", _VERSIONS)
        self._versions: defaultdict[int, ArchiveNames] = defaultdict(ArchiveNames)

    def find_files(
        self, work: Submission | Draft | DraftVersion, names: Iterable[str]
    ) -> list[str]:
        """Return the paths of the files of a submission or a draft, in the order of the names."""
        directory = self._find_directory(work)
        if isinstance(work, Submission):
            directory = f"{directory}/{work.number:04d}"
        elif isinstance(work, DraftVersion):
            # Versions that are in conflict have the same revision.
            number = self._versions[work.draft_id].name(f"{work.revision:04d}", work.pk)
            directory = f"{directory}/{number}"
        files = ArchiveNames()
        return [f"{directory}/{files.name(name, number)}" for number, name in enumerate(names, 1)]

    def find_feedback(self, submission: Submission) -> str:
        return f"{self._find_directory(submission)}/{submission.number:04d}-feedback.txt"

    def _find_directory(self, work: Submission | Draft | DraftVersion) -> str:
        course, key = "drafts", _DRAFTS
        activity = work.draft.activity if isinstance(work, DraftVersion) else work.activity
        if isinstance(work, Submission):
            course, key = "without-course", _WITHOUT_COURSE
            if work.course is not None:
                course, key = work.course.slug, work.course.pk
        elif isinstance(work, DraftVersion):
            course, key = "earlier-drafts", _VERSIONS
        return f"{self._courses.name(course, key)}/{self._find_exercise(activity, key)}"

    def _find_exercise(self, activity: Activity, course: int) -> str:
        title = make_safe_name(activity.name(self.language), _EXERCISE_BYTES)
        return self._exercises[course].name(title, activity.pk)

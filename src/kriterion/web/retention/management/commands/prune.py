"""`kriterion manage prune`: remove now what is older than the settings say."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kriterion.web.audit.audit_log import note_command
from kriterion.web.courses.models import Course
from kriterion.web.retention.models import RetentionKind, RetentionSweep
from kriterion.web.retention.services.archived_submissions import count_removable, remove_next
from kriterion.web.retention.services.sweeps import count_expired, find_age, sweep_next


class Command(BaseCommand):
    help = (
        "Remove what is older than the KRITERION_KEEP_… settings say, as workers do once a day. "
        "Submissions, verdicts and points stay, except with --submissions-of."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say what would be removed")
        parser.add_argument(
            "--submissions-of",
            metavar="COURSE",
            help="remove all submissions of an archived course, with code, verdicts and points",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        is_dry, slug = options["dry_run"], options["submissions_of"]
        if slug is not None:
            self._remove_submissions(slug, is_dry=is_dry)
            return
        for kind in RetentionKind:
            age = find_age(kind)
            if age is None:
                self.stdout.write(f"{kind.value}\tkept for ever")
                continue
            removed = count_expired(kind) if is_dry else _sweep_kind(kind)
            verb = "would be removed" if is_dry else "removed"
            self.stdout.write(f"{kind.value}\tkept for {age.days} days\t{removed} {verb}")

    def _remove_submissions(self, slug: str, *, is_dry: bool) -> None:
        course = Course.objects.filter(slug=slug).first()
        if course is None:
            raise CommandError(f"{slug}: there is no such course")
        if not course.archived:
            raise CommandError(f"{slug}: the course is not archived; archive it in its settings")
        if is_dry:
            number = count_removable(course)
            self.stdout.write(f"{slug}: {number} submissions would be removed")
            return
        note_command("course.remove-submissions", course)
        removed = 0
        while number := remove_next(course):
            removed += number
        self.stdout.write(f"{slug}: {removed} submissions removed")


def _sweep_kind(kind: RetentionKind) -> int:
    is_new = True
    while sweep_next(kind, again=is_new):
        is_new = False
    return RetentionSweep.objects.get(kind=kind).removed

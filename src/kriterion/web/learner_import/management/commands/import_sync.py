"""`kriterion manage import_sync`: import the learners of a learn-ocaml server."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from kriterion.errors import OperatorError
from kriterion.web.audit.audit_log import note_command
from kriterion.web.courses.models import Course
from kriterion.web.learner_import.services.import_learners import (
    LearnerImport,
    import_learners,
    preview_import,
)


class Command(BaseCommand):
    help = (
        "Import the learners of a learn-ocaml server from a copy of its sync directory into a "
        "course, with their drafts and what they had graded. Without --apply, only say what would "
        "be imported. What is here already stays as it is."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("directory", metavar="DIRECTORY", type=Path)
        parser.add_argument("--course", required=True, metavar="NAME", help="its name in the URL")
        parser.add_argument("--apply", action="store_true", help="import")
        parser.add_argument(
            "--skip-malformed", action="store_true", help="import although saves cannot be read"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        course = Course.objects.filter(slug=options["course"]).first()
        if course is None:
            raise CommandError(f"{options['course']}: there is no such course")
        directory = options["directory"]
        try:
            result = preview_import(directory, course)
            is_refused = bool(result.malformed) and not options["skip_malformed"]
            if options["apply"] and not is_refused:
                result = import_learners(directory, course)
        except OSError as error:
            raise CommandError(f"{directory}: cannot be read: {error.strerror}") from error
        except OperatorError as error:
            raise CommandError(f"{error}\n{error.fix}") from error
        is_done = options["apply"] and not is_refused
        self._print(result, is_done=is_done)
        if options["apply"] and is_refused:
            raise CommandError(
                "nothing was imported: repair these files, or leave them out with --skip-malformed"
            )
        if is_done:
            note_command("course.import-learners", course, **result.counts)
            address = f"{settings.ADDRESS}{reverse('learner-claim')}"
            self.stdout.write(f"learners choose a password with their token at {address}")
        else:
            self.stdout.write("nothing was imported; add --apply to import")

    def _print(self, result: LearnerImport, *, is_done: bool) -> None:
        for fault in result.malformed:
            self.stderr.write(f"{fault.file}: {fault.reason}")
        for text in result.left_out:
            self.stderr.write(f"left out: {text}")
        for name, number in sorted(result.unknown.items()):
            self.stderr.write(f"not in the course: {name}, with {number} texts")
        verb = "" if is_done else "would be "
        for what in ("accounts", "submissions", "drafts"):
            new, known = result.counts[f"{what} new"], result.counts[f"{what} known"]
            self.stdout.write(f"{what}\t{new} {verb}imported\t{known} are here already")
        self.stdout.write(f"malformed files\t{len(result.malformed)}")

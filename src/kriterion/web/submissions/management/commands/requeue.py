"""`kriterion manage requeue`: requeue failed submissions."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from kriterion.web.submissions.services.requeue import (
    RequeueFilter,
    requeue,
    select_failed_submissions,
)


class Command(BaseCommand):
    help = (
        "Requeue submissions that failed because of a problem on the server. Resets their attempts."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--course", default="", help="only submissions for the course with this slug"
        )
        parser.add_argument(
            "--repository", default="", help="only submissions to exercises of this repository"
        )
        parser.add_argument(
            "--failure", default="", help="only submissions whose error message contains this text"
        )
        parser.add_argument(
            "--count", action="store_true", help="only print the number of failed submissions"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = RequeueFilter(
            course=options["course"],
            repository=options["repository"],
            failure=options["failure"],
        )
        if options["count"]:
            self.stdout.write(f"{select_failed_submissions(chosen).count()} failed submissions")
            return
        total = 0
        while number := requeue(chosen, by=None, actor_name="kriterion manage"):
            total += number
        self.stdout.write(f"{total} submissions requeued")

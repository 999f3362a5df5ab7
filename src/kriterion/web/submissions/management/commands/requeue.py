"""`kriterion manage requeue`: requeue failed submissions."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from kriterion.web.submissions.services.requeue import Filter, failed_submissions, requeue


class Command(BaseCommand):
    help = "Put submissions that the machine failed back into the queue, with no failures counted."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--course", default="", help="only those of the course with this slug")
        parser.add_argument("--repository", default="", help="only those of this repository")
        parser.add_argument("--failure", default="", help="only those that failed with this text")
        parser.add_argument("--count", action="store_true", help="only say how many there are")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = Filter(
            course=options["course"],
            repository=options["repository"],
            failure=options["failure"],
        )
        if options["count"]:
            self.stdout.write(f"{failed_submissions(chosen).count()} submissions have failed")
            return
        total = 0
        while number := requeue(chosen, by=None, actor_name="kriterion manage"):
            total += number
        self.stdout.write(f"{total} submissions wait again")

"""`kriterion manage addcourse`: a repository becomes a course in one step."""

from collections import Counter
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.urls import reverse

from kriterion.exercises.repository_files import escape_name
from kriterion.web.accounts.models import Role, User
from kriterion.web.audit.audit_log import COMMAND, note_command
from kriterion.web.catalog import repository_fetching
from kriterion.web.catalog.signals import repository_imported
from kriterion.web.courses.models import Course, Registration
from kriterion.web.repositories.models import Repository, RepositoryState
from kriterion.web.repository_management.repository_form import RepositoryForm
from kriterion.web.repository_management.services.problems import find_problems, list_problems
from kriterion.web.teaching.repository_course import MadeCourse, make_course

_MAX_PRINTED = 40  # problems; the page of the repository has the others


class Command(BaseCommand):
    help = (
        "Add a repository, read it, and make a course with all its exercises. The site's workers "
        "then judge the exercises' own solutions."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="name of the repository and of the course")
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("--git", metavar="URL", default="", help="Git URL to clone from")
        source.add_argument(
            "--directory",
            metavar="DIRECTORY",
            default="",
            help="directory to copy, instead of a Git URL; below repository_directories",
        )
        parser.add_argument("--branch", default="", help="default: the repository's default branch")
        parser.add_argument(
            "--default-judge", metavar="NAME", default="", help="for exercises that name no judge"
        )
        parser.add_argument(
            "--teacher", metavar="USERNAME", action="append", default=[], help="may be repeated"
        )
        parser.add_argument(
            "--open",
            action="store_true",
            help="show course and exercises to everybody, and let anyone join; otherwise only "
            "teachers see them",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        teachers = [_find_user(name) for name in options["teacher"]]
        repository = self._add_repository(options)
        made = make_course(repository, _make_operator(), teachers=teachers)
        if options["open"]:
            _open(made.course)
        note_command("course.add", made.course, repository=repository.name)
        repository_imported.send(sender=Repository, repository=repository)
        self._print(repository, made)

    def _add_repository(self, options: dict[str, Any]) -> Repository:
        given = {
            "name": options["name"],
            "git_url": options["git"],
            "local_directory": options["directory"],
            "branch": options["branch"],
            "default_judge": options["default_judge"],
        }
        form = RepositoryForm(_make_operator(), given)
        if options["directory"] and "local_directory" not in form.fields:
            raise CommandError(
                "repositories cannot be read from directories: set repository_directories in "
                "kriterion.toml"
            )
        if not form.is_valid():
            lines = [
                str(message) if name == "__all__" else f"{name}: {message}"
                for name, messages in form.errors.items()
                for message in messages
            ]
            raise CommandError("\n".join(lines))
        repository = repository_fetching.add(form.save(commit=False))
        detail = {name: value for name, value in given.items() if value}
        note_command("repository.add", repository, **detail)
        repository_fetching.fetch(repository)
        repository.refresh_from_db()
        if repository.state != RepositoryState.READY:
            raise CommandError(
                f"{repository.name} was added but cannot be read: {repository.failure}"
            )
        return repository

    def _print(self, repository: Repository, made: MadeCourse) -> None:
        counts = Counter(repository.activities.values_list("type", "state"))
        kinds = ", ".join(
            f"{number} {kind}" if state == "ok" else f"{number} {kind} {state}"
            for (kind, state), number in sorted(counts.items())
        )
        problems = list_problems(find_problems(repository))
        self.stdout.write(f"repository\t{repository.name}\t{kinds}")
        self.stdout.write(f"problems\t{problems.errors} errors\t{problems.warnings} warnings")
        serious = [row for row in problems.listed if row["severity"] in ("error", "warning")]
        for row in serious[:_MAX_PRINTED]:
            text = f"  {row['severity']}: {row['file']}: {row['what']}"
            self.stdout.write(escape_name(f"{text} ({row['fix']})" if row.get("fix") else text))
        page = reverse("administration:repository", args=[repository.pk])
        if len(serious) > _MAX_PRINTED:
            self.stdout.write(f"  … and more: {settings.ADDRESS}{page}")
        course = reverse("course", args=[made.course.slug])
        self.stdout.write(f"course\t{made.course.slug}\t{made.series} series")
        self.stdout.write(f"course page\t{settings.ADDRESS}{course}")
        self.stdout.write(f"own solutions\t{settings.ADDRESS}{page}#check")


def _make_operator() -> User:
    """Return a user who may do everything and is not stored; no user has the id 0."""
    return User(pk=0, username=COMMAND, role=Role.ADMINISTRATOR)


def _find_user(name: str) -> User:
    user = User.objects.filter(username=name).first()
    if user is None:
        raise CommandError(f"{name}: there is no such user")
    return user


@transaction.atomic
def _open(course: Course) -> None:
    course.visible, course.registration = True, Registration.OPEN
    course.save(update_fields=["visible", "registration"])
    course.series.update(visible=True)

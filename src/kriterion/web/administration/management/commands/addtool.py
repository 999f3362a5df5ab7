"""`kriterion manage addtool`: add a tool as the site's form does, and print its diagnoses."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kriterion.exercises.files import printable
from kriterion.web.administration.fetched_forms import ToolForm
from kriterion.web.audit.models import AuditEntry
from kriterion.web.tools.fetching import fetch
from kriterion.web.tools.models import ToolKind, ToolState

_TEXTS = {
    "git_url": "where it is cloned from",
    "branch": "of its repository; default: the repository's own choice",
    "directory": "instead of an address: where it lies on this machine",
    "image": "what it runs in; default: the one that it names itself",
    "languages": "for an analyzer or representer: programming languages, with commas between them",
    "comments_git_url": "for an analyzer: the address of the texts of its comments, such as "
    "https://github.com/exercism/website-copy",
    "comments_directory": "instead of that address: where they lie on this machine",
    "comments_folder": "where the texts are in there; default: analyzer-comments",
}


class Command(BaseCommand):
    help = "Add a judge, an analyzer or a representer; fetch and examine it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("kind", choices=[kind.value for kind in ToolKind])
        parser.add_argument("name")
        for field, text in _TEXTS.items():
            option = "--" + field.replace("_url", "").replace("_", "-")
            parser.add_argument(option, dest=field, metavar="TEXT", default="", help=text)

    def handle(self, *args: Any, **options: Any) -> None:
        given = {name: options[name] for name in ("kind", "name", *_TEXTS)}
        form = ToolForm(given)
        if not form.is_valid():
            told = [f"{name}: {each}" for name, found in form.errors.items() for each in found]
            raise CommandError("\n".join(told))
        tool = form.save()
        AuditEntry.objects.create(
            actor_name="kriterion manage",
            action="tool.add",
            object_kind="tool",
            object_id=str(tool.pk),
            object_name=tool.name,
            detail={name: value for name, value in given.items() if value},
        )
        fetch(tool)
        tool.refresh_from_db()
        for row in tool.problems:
            self.stdout.write(printable(f"{row['state']}: {row['subject']}: {row['what']}"))
            for line in row.get("fix", "").splitlines():
                self.stdout.write(f"  {printable(line)}")
        if tool.state != ToolState.READY:
            raise CommandError(f"{tool.name} was added, and cannot be used yet")

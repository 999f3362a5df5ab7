"""`kriterion manage addtool`: add a tool as the site's form does, and print its diagnoses."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kriterion.exercises.repository_files import escape_name
from kriterion.web.administration.fetched_forms import ToolForm
from kriterion.web.audit.audit_log import note_command
from kriterion.web.tools.models import ToolKind, ToolState
from kriterion.web.tools.tool_fetching import fetch

_TEXTS = {
    "git_url": "Git URL to clone the tool from",
    "branch": "branch to clone; default: the repository's default branch",
    "directory": "local directory of the tool, instead of a Git URL",
    "image": "image to run the tool in; default: the image that the tool specifies",
    "languages": "for all tools but judges: programming languages, separated by commas",
    "exercises": "for the same tools: slugs of the exercises that it knows, separated by commas; "
    "default: all exercises",
    "comments_git_url": "for analyzers: Git URL of the texts of their comments, for example "
    "https://github.com/exercism/website-copy",
    "comments_directory": "local directory of these texts, instead of a Git URL",
    "comments_folder": "folder that contains the texts; default: analyzer-comments",
}


class Command(BaseCommand):
    help = "Add a tool, then fetch and check it."

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
            message = [
                f"{name}: {message}"
                for name, messages in form.errors.items()
                for message in messages
            ]
            raise CommandError("\n".join(message))
        tool = form.save()
        note_command("tool.add", tool, **{name: value for name, value in given.items() if value})
        fetch(tool)
        tool.refresh_from_db()
        for row in tool.problems:
            self.stdout.write(escape_name(f"{row['state']}: {row['subject']}: {row['what']}"))
            for line in row.get("fix", "").splitlines():
                self.stdout.write(f"  {escape_name(line)}")
        if tool.state != ToolState.READY:
            raise CommandError(f"{tool.name} was added but cannot be used yet")

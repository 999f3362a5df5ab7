"""`kriterion manage worker_token`: the tokens with which workers fetch content from the site."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kriterion.web.content.models import WorkerToken
from kriterion.web.content.worker_tokens import make_token, revoke_token

_LONGEST_NAME = 100


class Command(BaseCommand):
    help = (
        "Make, list and revoke the tokens with which workers on other machines fetch exercises "
        "and tools from the site."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=("add", "list", "revoke"))
        parser.add_argument("name", nargs="?", default="", help="who holds the token: worker-1")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["name"].strip()
        if options["action"] == "list":
            self._list()
        elif not name or len(name) > _LONGEST_NAME or not name.isprintable():
            raise CommandError("name the token's holder, in at most 100 characters: worker-1")
        elif options["action"] == "add":
            self._add(name)
        elif revoke_token(name):
            self.stdout.write(f"{name}: revoked; its workers fetch nothing more")
        else:
            raise CommandError(f"{name}: there is no valid token of that name")

    def _add(self, name: str) -> None:
        try:
            secret = make_token(name)
        except ValueError:
            raise CommandError(f"{name}: there is, or was, a token of that name") from None
        self.stderr.write(
            "Set this as KRITERION_CONTENT_TOKEN of the worker, or put it in the file that "
            "KRITERION_CONTENT_TOKEN_FILE names. It is shown only now:"
        )
        self.stdout.write(secret)

    def _list(self) -> None:
        for token in WorkerToken.objects.all():
            if token.revoked_at is not None:
                state = f"revoked {token.revoked_at:%Y-%m-%d}"
            elif token.used_at is not None:
                state = f"last used {token.used_at:%Y-%m-%d %H:%M} UTC"
            else:
                state = "never used"
            self.stdout.write(f"{token.name}\t{state}")

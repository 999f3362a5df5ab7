"""The list of a repository's problems shows the worst ones, and folds the others."""

from django.test import Client

from kriterion.web.repositories.models import Repository
from tests.web.conftest import World
from tests.web.repository_management.conftest import make_repository, url


def list_problems(number: int) -> list[dict[str, str]]:
    row = {
        "severity": "warning",
        "what": "is odd",
        "code": "file.unreadable",
        "upstream": "accepts",
    }
    return [{**row, "file": f"file-{at}.txt"} for at in range(number)]


def test_long_lists_of_problems_are_folded(world: World, tina: Client) -> None:
    found = make_repository(world.tina)
    address = url("repository", found.pk)
    for number, is_folded in ((20, False), (21, True)):
        Repository.objects.filter(pk=found.pk).update(problems=list_problems(number))
        page = tina.get(address).content.decode()
        assert page.count("<code>file-") == number
        assert ('<details class="fold"><summary>1 more' in page) is is_folded

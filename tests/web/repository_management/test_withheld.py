"""Those who may edit a repository see what a new version loses, are notified, and confirm it."""

import pytest

from kriterion.web.notifications.models import Notification, NotificationKind
from kriterion.web.repositories.models import Repository, RepositoryState
from tests.web.conftest import World, client_for
from tests.web.repository_management.conftest import EXERCISE, archive, url


@pytest.fixture
def shrunken(world: World) -> Repository:
    """Tina's repository, whose new upload has no exercises."""
    tina = client_for(world.tina)
    words = {"name": "vault", "source": "upload", "sharing": "private"}
    tina.post(url("repository-add"), {**words, "archive": archive(**EXERCISE)})
    made = Repository.objects.get(name="vault")
    assert made.state == RepositoryState.READY, made.failure
    empty = archive(**{"readme.md": "nothing", "more.md": "nothing"})
    tina.post(url("repository-edit", made.pk), {**words, "archive": empty})
    made.refresh_from_db()
    assert made.withheld is not None
    return made


def test_the_owner_is_notified_once(world: World, shrunken: Repository) -> None:
    client_for(world.tina).post(url("repository-fetch", shrunken.pk))
    [notification] = Notification.objects.filter(kind=NotificationKind.WITHHELD)
    assert notification.user == world.tina
    page = client_for(world.tina).get("/notifications/").content.decode()
    assert "The new version of the repository vault lost many activities" in page
    assert notification.address == url("repository", shrunken.pk)


def test_the_page_lists_what_is_lost_and_confirms_it(world: World, shrunken: Repository) -> None:
    tina = client_for(world.tina)
    page = tina.get(url("repository", shrunken.pk)).content.decode()
    assert "0 of the 1 activities" in page
    assert "<code>loops</code>" in page
    assert shrunken.withheld is not None
    tina.post(url("version-confirm", shrunken.pk), {"digest": shrunken.withheld["digest"]})
    shrunken.refresh_from_db()
    assert (shrunken.state, shrunken.withheld) == (RepositoryState.READY, None)


def test_an_outdated_confirmation_is_refused(world: World, shrunken: Repository) -> None:
    tina = client_for(world.tina)
    response = tina.post(url("version-confirm", shrunken.pk), {"digest": "0" * 64}, follow=True)
    assert "has changed again" in response.content.decode()
    shrunken.refresh_from_db()
    assert shrunken.state == RepositoryState.FAILED

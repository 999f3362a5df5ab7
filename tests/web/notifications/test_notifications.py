"""The list of notifications, and the choice of mail."""

from django.urls import reverse

from kriterion.web.notifications.models import MailPreference, Notification
from tests.web.conftest import World, client_for


def _make(world: World) -> Notification:
    return Notification.objects.create(
        user=world.ada, kind="answer", address="/submissions/", names={"en": "Tides"}
    )


def test_opening_a_notification_marks_it_as_read(world: World) -> None:
    created = _make(world)
    client = client_for(world.ada)
    response = client.post(reverse("notifications:open", args=[created.pk]))
    assert response.headers["Location"] == "/submissions/"
    created.refresh_from_db()
    assert created.read_at is not None


def test_all_are_marked_as_read_of_one_user_only(world: World) -> None:
    _make(world)
    others = Notification.objects.create(user=world.ben, kind="result", address="/", names={})
    client_for(world.ada).post(reverse("notifications:read"))
    assert list(Notification.objects.filter(read_at=None)) == [others]


def test_the_head_counts_unread_notifications(world: World) -> None:
    Notification.objects.bulk_create(
        Notification(user=world.ada, kind="result", address="/", names={}) for _ in range(150)
    )
    page = client_for(world.ada).get("/").content.decode()
    assert "100 new notifications" in page
    assert "new notification" not in client_for(world.ben).get("/").content.decode()


def test_users_choose_their_mail(world: World) -> None:
    client = client_for(world.ada)
    address = reverse("notifications:settings")
    client.post(address, {"results": "on"})
    chosen = MailPreference.objects.get()
    assert (chosen.answers, chosen.reviews, chosen.results) == (False, False, True)
    assert client.get(address).content.decode().count("checked") == 1

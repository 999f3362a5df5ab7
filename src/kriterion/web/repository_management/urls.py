"""URLs of teachers' repositories."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.repository_management.pages import (
    activity_pages,
    check_pages,
    repository_list,
    rights_pages,
    withheld_pages,
)
from kriterion.web.repository_management.pages import repository_pages as pages
from kriterion.web.repository_management.pages.areas import TEACHERS

app_name = "repositories"
_AREA = {"area": TEACHERS}
_ID = "<int:repository_id>"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", repository_list.list_repositories, _AREA, name="repositories"),
    path("add/", pages.add, _AREA, name="repository-add"),
    path(f"{_ID}/", pages.show_repository, _AREA, name="repository"),
    path(f"{_ID}/edit/", pages.edit, _AREA, name="repository-edit"),
    path(f"{_ID}/fetch", pages.fetch_again, _AREA, name="repository-fetch"),
    path(f"{_ID}/confirm", withheld_pages.confirm_version, _AREA, name="version-confirm"),
    path(f"{_ID}/publish", pages.publish, _AREA, name="repository-publish"),
    path(f"{_ID}/delete", pages.delete, _AREA, name="repository-delete"),
    path(f"{_ID}/activities/", activity_pages.list_activities, _AREA, name="activities"),
    path(
        f"{_ID}/activities/<int:activity_id>/",
        activity_pages.edit_activity,
        _AREA,
        name="activity-edit",
    ),
    path(f"{_ID}/check", check_pages.start, _AREA, name="check-start"),
    path(f"{_ID}/check/cancel", check_pages.cancel, _AREA, name="check-cancel"),
    path(f"{_ID}/request", rights_pages.request_access, _AREA, name="right-request"),
    path(f"{_ID}/requests/<int:request_id>", rights_pages.answer, _AREA, name="right-answer"),
    path(f"{_ID}/secret", rights_pages.renew_secret, _AREA, name="secret-renew"),
    path(f"{_ID}/rights/add", rights_pages.grant, _AREA, name="right-add"),
    path(
        f"{_ID}/rights/<int:grant_id>/remove", rights_pages.revoke_grant, _AREA, name="right-remove"
    ),
]

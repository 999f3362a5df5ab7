"""URLs of teachers' repositories."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.repository_management.pages import check_pages, repository_list, rights_pages
from kriterion.web.repository_management.pages import repository_pages as pages
from kriterion.web.repository_management.pages.areas import TEACHERS

app_name = "repositories"
_IN = {"area": TEACHERS}
_ONE = "<int:repository_id>"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", repository_list.list_repositories, _IN, name="repositories"),
    path("add/", pages.add, _IN, name="repository-add"),
    path(f"{_ONE}/", pages.show_repository, _IN, name="repository"),
    path(f"{_ONE}/edit/", pages.edit, _IN, name="repository-edit"),
    path(f"{_ONE}/fetch", pages.fetch_again, _IN, name="repository-fetch"),
    path(f"{_ONE}/publish", pages.publish, _IN, name="repository-publish"),
    path(f"{_ONE}/delete", pages.delete, _IN, name="repository-delete"),
    path(f"{_ONE}/check", check_pages.start, _IN, name="check-start"),
    path(f"{_ONE}/check/cancel", check_pages.cancel, _IN, name="check-cancel"),
    path(f"{_ONE}/request", rights_pages.request_access, _IN, name="right-request"),
    path(f"{_ONE}/requests/<int:request_id>", rights_pages.answer, _IN, name="right-answer"),
    path(f"{_ONE}/rights/add", rights_pages.grant, _IN, name="right-add"),
    path(f"{_ONE}/rights/<int:grant_id>/remove", rights_pages.take_back, _IN, name="right-remove"),
]

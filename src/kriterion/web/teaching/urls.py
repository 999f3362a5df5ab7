"""URLs of the teacher pages of courses."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.teaching import member_import, members

app_name = "teaching"
_COURSE = "courses/<slug:slug>/"
urlpatterns: list[URLPattern | URLResolver] = [
    path(f"{_COURSE}members/", members.members, name="members"),
    path(f"{_COURSE}members/add", members.add, name="member-add"),
    path(f"{_COURSE}members/<int:membership_id>/role", members.change_role, name="member-role"),
    path(f"{_COURSE}members/<int:membership_id>/remove", members.remove, name="member-remove"),
    path(f"{_COURSE}members/link", members.change_link, name="join-link"),
    path(f"{_COURSE}join/<str:key>/", members.join_by_link, name="join-by-link"),
    path(f"{_COURSE}members/requests", members.answer_requests, name="join-requests"),
    path(f"{_COURSE}members/import/", member_import.upload, name="member-import"),
    path(
        f"{_COURSE}members/import/<int:import_id>/",
        member_import.confirm,
        name="member-import-confirm",
    ),
]

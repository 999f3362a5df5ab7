"""URLs of the teacher pages of courses."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.teaching import (
    course_settings,
    folder_page,
    group_pages,
    member_export,
    member_import,
    members,
    series,
)
from kriterion.web.teaching import repository_page as add_page

app_name = "teaching"
_COURSE = "courses/<slug:slug>/"
_SERIES = f"{_COURSE}series/<int:series_id>/"
urlpatterns: list[URLPattern | URLResolver] = [
    path("teaching/courses/add/", course_settings.add, name="course-add"),
    path("teaching/repositories/<int:repository_id>/course", add_page.add_course, name="course-of"),
    path(f"{_COURSE}series/", course_settings.course, name="course"),
    path(f"{_COURSE}settings/", course_settings.edit, name="course-edit"),
    path(f"{_COURSE}copy/", course_settings.copy, name="course-copy"),
    path(f"{_COURSE}delete", course_settings.delete, name="course-delete"),
    path(f"{_COURSE}series/repository/", add_page.repository_series, name="repository-series"),
    path(f"{_COURSE}series/add/", series.add_series, name="series-add"),
    path(f"{_COURSE}series/show", series.show_all_series, name="series-show"),
    path(_SERIES, series.series, name="series"),
    path(f"{_SERIES}delete", series.delete_series, name="series-delete"),
    path(f"{_SERIES}move", series.move_series, name="series-move"),
    path(f"{_SERIES}activities", series.add_activity, name="listing-add"),
    path(f"{_SERIES}folders/", folder_page.add_folder, name="folder-add"),
    path(f"{_SERIES}extra-time", series.add_extension, name="extension-add"),
    path(
        f"{_COURSE}extra-time/<int:extension_id>/remove",
        series.remove_extension,
        name="extension-remove",
    ),
    path(
        f"{_COURSE}listings/<int:listing_id>/change", series.change_listing, name="listing-change"
    ),
    path(f"{_COURSE}members/", members.members, name="members"),
    path(f"{_COURSE}members.csv", member_export.members_csv, name="members-csv"),
    path(f"{_COURSE}members/add", members.add, name="member-add"),
    path(f"{_COURSE}members/<int:membership_id>/role", members.change_role, name="member-role"),
    path(f"{_COURSE}members/<int:membership_id>/remove", members.remove, name="member-remove"),
    path(f"{_COURSE}members/groups/", group_pages.groups, name="groups"),
    path(f"{_COURSE}members/groups/add", group_pages.add, name="group-add"),
    path(f"{_COURSE}members/groups/change", group_pages.change_members, name="group-members"),
    path(f"{_COURSE}members/groups/<int:group_id>/rename", group_pages.rename, name="group-rename"),
    path(
        f"{_COURSE}members/groups/<int:group_id>/mentors",
        group_pages.change_mentors,
        name="group-mentors",
    ),
    path(f"{_COURSE}members/groups/<int:group_id>/delete", group_pages.delete, name="group-delete"),
    path(
        f"{_COURSE}members/institution",
        members.change_institution_groups,
        name="institution-groups",
    ),
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

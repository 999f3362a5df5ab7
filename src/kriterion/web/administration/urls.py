"""URLs under /administration/."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.administration import (
    announcements,
    bulk_job_pages,
    capacity_page,
    comments,
    courses,
    failed,
    mail,
    overview,
    people,
    repositories,
    tools,
    worker_page,
)
from kriterion.web.administration import tool_trials as trying
from kriterion.web.repository_management.pages import (
    activity_pages,
    check_pages,
    repository_pages,
    rights_pages,
    withheld_pages,
)

app_name = "administration"
_REPOSITORY = "repositories/<int:repository_id>/"
_AREA = {"area": repositories.ADMINISTRATION}
urlpatterns: list[URLPattern | URLResolver] = [
    path("", overview.overview, name="overview"),
    path("machine/", overview.machine, name="machine"),
    path("queue/", overview.queue, name="queue"),
    path("queue/<int:submission_id>/cancel", overview.cancel_queued, name="queue-cancel"),
    path("bulk/", bulk_job_pages.list_bulk_jobs, name="bulk"),
    path("bulk/<int:rejudging_id>/change", bulk_job_pages.change_bulk_job, name="bulk-change"),
    path("failed/", failed.failed, name="failed"),
    path("failed/requeue", failed.requeue_failed, name="requeue"),
    path("workers/", worker_page.show_workers, name="workers"),
    path("capacity/", capacity_page.show_capacity, name="capacity"),
    path("mail/", mail.mail, name="mail"),
    path("mail/change", mail.change_mail, name="mail-change"),
    path("comments/", comments.comments, name="comments"),
    path("audit/", overview.audit_log, name="audit"),
    path("tools/", tools.tools, name="tools"),
    path("tools/add/", tools.add, name="tool-add"),
    path("tools/<int:tool_id>/", tools.show_tool, name="tool"),
    path(
        "tools/installed/<str:kind>/<str:name>/", tools.show_installed_tool, name="tool-installed"
    ),
    path(
        "tools/installed/<str:kind>/<str:name>/try/",
        trying.show_installed_trial,
        name="tool-installed-try",
    ),
    path("tools/<int:tool_id>/edit/", tools.edit, name="tool-edit"),
    path("tools/<int:tool_id>/fetch", tools.fetch_again, name="tool-fetch"),
    path("tools/<int:tool_id>/try/", trying.show_trial, name="tool-try"),
    path("tools/<int:tool_id>/delete", tools.delete, name="tool-delete"),
    path("repositories/", repositories.repositories, name="repositories"),
    path("repositories/add/", repository_pages.add, _AREA, name="repository-add"),
    path(_REPOSITORY, repository_pages.show_repository, _AREA, name="repository"),
    path(f"{_REPOSITORY}edit/", repository_pages.edit, _AREA, name="repository-edit"),
    path(
        f"{_REPOSITORY}activities/",
        activity_pages.list_activities,
        _AREA,
        name="activities",
    ),
    path(
        f"{_REPOSITORY}activities/<int:activity_id>/",
        activity_pages.edit_activity,
        _AREA,
        name="activity-edit",
    ),
    path(f"{_REPOSITORY}fetch", repository_pages.fetch_again, _AREA, name="repository-fetch"),
    path(f"{_REPOSITORY}confirm", withheld_pages.confirm_version, _AREA, name="version-confirm"),
    path(f"{_REPOSITORY}publish", repository_pages.publish, _AREA, name="repository-publish"),
    path(f"{_REPOSITORY}delete", repository_pages.delete, _AREA, name="repository-delete"),
    path(
        f"{_REPOSITORY}requests/<int:request_id>", rights_pages.answer, _AREA, name="right-answer"
    ),
    path(f"{_REPOSITORY}check", check_pages.start, _AREA, name="check-start"),
    path(f"{_REPOSITORY}check/cancel", check_pages.cancel, _AREA, name="check-cancel"),
    path(f"{_REPOSITORY}secret", rights_pages.renew_secret, _AREA, name="secret-renew"),
    path(f"{_REPOSITORY}rights/add", rights_pages.grant, _AREA, name="right-add"),
    path(
        f"{_REPOSITORY}rights/<int:grant_id>/remove",
        rights_pages.revoke_grant,
        _AREA,
        name="right-remove",
    ),
    path("announcements/", announcements.list_announcements, name="announcements"),
    path("announcements/add/", announcements.add, name="announcement-add"),
    path("announcements/<int:announcement_id>/", announcements.edit, name="announcement-edit"),
    path(
        "announcements/<int:announcement_id>/delete",
        announcements.delete,
        name="announcement-delete",
    ),
    path("courses/", courses.courses, name="courses"),
    path("users/", people.show_users, name="users"),
    path("users/add/", people.add, name="user-add"),
    path("users/<int:user_id>/", people.show_user, name="user"),
    path("users/<int:user_id>/password", people.new_password, name="user-password"),
]

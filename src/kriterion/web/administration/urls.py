"""URLs under /administration/."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.administration import (
    courses,
    failed,
    mail,
    overview,
    people,
    repositories,
    tools,
)
from kriterion.web.administration import tool_trials as trying

app_name = "administration"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", overview.overview, name="overview"),
    path("machine/", overview.machine, name="machine"),
    path("queue/", overview.queue, name="queue"),
    path("queue/<int:submission_id>/cancel", overview.cancel_queued, name="queue-cancel"),
    path("failed/", failed.failed, name="failed"),
    path("failed/requeue", failed.requeue_failed, name="requeue"),
    path("mail/", mail.mail, name="mail"),
    path("mail/change", mail.change_mail, name="mail-change"),
    path("audit/", overview.audit_log, name="audit"),
    path("tools/", tools.tools, name="tools"),
    path("tools/add/", tools.add, name="tool-add"),
    path("tools/<int:tool_id>/", tools.tool, name="tool"),
    path("tools/<int:tool_id>/edit/", tools.edit, name="tool-edit"),
    path("tools/<int:tool_id>/fetch", tools.fetch_again, name="tool-fetch"),
    path("tools/<int:tool_id>/try/", trying.try_out, name="tool-try"),
    path("tools/<int:tool_id>/delete", tools.delete, name="tool-delete"),
    path("repositories/", repositories.repositories, name="repositories"),
    path("repositories/add/", repositories.add, name="repository-add"),
    path("repositories/<int:repository_id>/", repositories.repository, name="repository"),
    path("repositories/<int:repository_id>/edit/", repositories.edit, name="repository-edit"),
    path(
        "repositories/<int:repository_id>/fetch", repositories.fetch_again, name="repository-fetch"
    ),
    path(
        "repositories/<int:repository_id>/publish", repositories.publish, name="repository-publish"
    ),
    path("repositories/<int:repository_id>/delete", repositories.delete, name="repository-delete"),
    path("courses/", courses.courses, name="courses"),
    path("users/", people.users, name="users"),
    path("users/add/", people.add, name="user-add"),
    path("users/<int:user_id>/", people.user, name="user"),
    path("users/<int:user_id>/password", people.new_password, name="user-password"),
]

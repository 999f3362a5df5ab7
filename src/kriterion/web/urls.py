"""The addresses of the site, by area."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from kriterion.web.server import health_pages as health

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("kriterion.web.learning.browsing.urls")),
    path("", include("kriterion.web.administration.course_judges.urls")),
    path("", include("kriterion.web.learning.workspace.urls")),
    path("", include("kriterion.web.submissions.urls")),
    path("", include("kriterion.web.teaching.urls")),
    path("teaching/repositories/", include("kriterion.web.repository_management.urls")),
    path("", include("kriterion.web.gradebook.urls")),
    path("", include("kriterion.web.statistics.urls")),
    path("", include("kriterion.web.equivalence.urls")),
    path("", include("kriterion.web.class_versions.urls")),
    path("", include("kriterion.web.similarity.urls")),
    path("", include("kriterion.web.comment_reports.urls")),
    path("", include("kriterion.web.rejudging.urls")),
    path("", include("kriterion.web.review.urls")),
    path("", include("kriterion.web.announcements.urls")),
    path("calendar/", include("kriterion.web.calendar_feed.urls")),
    path("own-work/", include("kriterion.web.own_work.urls")),
    path("", include("kriterion.web.student_view.urls")),
    path("", include("kriterion.web.exams.urls")),
    path("", include("kriterion.web.pinned_courses.urls")),
    path("", include("kriterion.web.course_skills.urls")),
    path("administration/", include("kriterion.web.administration.urls")),
    path("content/", include("kriterion.web.content.urls")),
    path("hooks/", include("kriterion.web.administration.webhook_urls")),
    path("notifications/", include("kriterion.web.notifications.urls")),
    path("", include("kriterion.web.learner_import.urls")),
    path("", include("kriterion.web.accounts.urls")),
    path("healthz", health.healthz, name="healthz"),
    path("metrics", health.metrics, name="metrics"),
]
if settings.DEBUG:
    urlpatterns.append(path("styleguide/", include("kriterion.web.base.styleguide.urls")))

handler400 = "kriterion.web.server.error_pages.bad_request"
handler403 = "kriterion.web.server.error_pages.forbidden"
handler404 = "kriterion.web.server.error_pages.not_found"
handler500 = "kriterion.web.server.error_pages.failed"

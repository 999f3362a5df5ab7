"""The addresses of the site, by area."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from kriterion.site import health

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("kriterion.site.finding.urls")),
    path("", include("kriterion.site.teaching.urls")),
    path("", include("kriterion.site.working.urls")),
    path("", include("kriterion.site.results.urls")),
    path("administration/", include("kriterion.site.administration.urls")),
    path("hooks/", include("kriterion.site.administration.hook_urls")),
    path("", include("kriterion.site.accounts.urls")),
    path("healthz", health.healthz, name="healthz"),
    path("metrics", health.metrics, name="metrics"),
]
if settings.DEBUG:
    urlpatterns.append(path("styleguide/", include("kriterion.site.styleguide.urls")))

handler400 = "kriterion.site.errors.bad_request"
handler403 = "kriterion.site.errors.forbidden"
handler404 = "kriterion.site.errors.not_found"
handler500 = "kriterion.site.errors.failed"

"""URLs under /hooks/, which other hosts call."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.administration import webhooks as hooks

urlpatterns: list[URLPattern | URLResolver] = [
    path("repositories/<int:repository_id>/", hooks.receive_push, name="hook"),
]

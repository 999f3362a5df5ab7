"""The addresses under /hooks/, which other hosts call."""

from django.urls import URLPattern, URLResolver, path

from kriterion.site.administration import hooks

urlpatterns: list[URLPattern | URLResolver] = [
    path("repositories/<int:repository_id>/", hooks.pushed, name="hook"),
]

"""The addresses under /hooks/, which other hosts call."""

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []

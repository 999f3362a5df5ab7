"""The addresses under /administration/."""

from django.urls import URLPattern, URLResolver

app_name = "administration"
urlpatterns: list[URLPattern | URLResolver] = []

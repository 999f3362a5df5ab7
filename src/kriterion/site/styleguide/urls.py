"""The address of the style guide."""

from django.urls import path

from kriterion.site.styleguide.views import styleguide

urlpatterns = [path("", styleguide, name="styleguide")]

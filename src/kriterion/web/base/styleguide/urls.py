"""URL of the style guide."""

from django.urls import path

from kriterion.web.base.styleguide.views import styleguide

urlpatterns = [path("", styleguide, name="styleguide")]

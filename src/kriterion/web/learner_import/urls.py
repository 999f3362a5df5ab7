"""The URL of the page for learners of a learn-ocaml site."""

from django.urls import path

from kriterion.web.learner_import import views

urlpatterns = [path("accounts/learn-ocaml/", views.claim, name="learner-claim")]

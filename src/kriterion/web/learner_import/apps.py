"""The app `learner_import`."""

from django.apps import AppConfig


class LearnerImportConfig(AppConfig):
    name = "kriterion.web.learner_import"
    label = "learner_import"

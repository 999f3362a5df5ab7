"""The app `class_versions`. It has no tables: a dry run of `rejudging` holds both versions."""

from django.apps import AppConfig


class ClassVersionsConfig(AppConfig):
    name = "kriterion.web.class_versions"
    label = "class_versions"

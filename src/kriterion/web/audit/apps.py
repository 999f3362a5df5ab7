"""The app `audit`."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "kriterion.web.audit"
    label = "audit"

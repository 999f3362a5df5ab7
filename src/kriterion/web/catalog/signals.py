"""Signals of the catalog."""

from django.dispatch import Signal

# Sent when fetching a repository has ended, whether it succeeded or not.
repository_fetched = Signal()

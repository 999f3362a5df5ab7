"""Signals of tools."""

from django.dispatch import Signal

# Sent when fetching a tool has ended, whether it succeeded or not; `tool` is its row.
tool_fetched = Signal()

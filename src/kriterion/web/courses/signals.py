"""Signals of courses."""

from django.dispatch import Signal

# Sent in the transaction that copies a course: `series` and its `new_series`.
series_copied = Signal()

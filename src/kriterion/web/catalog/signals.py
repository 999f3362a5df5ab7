"""Signals of the catalog."""

from django.dispatch import Signal

# Sent when fetching a repository has ended, whether it succeeded or not.
repository_fetched = Signal()

# Sent when a new version of `repository` is not used because it lost many activities.
version_withheld = Signal()

# Sent when `repository` was fetched because somebody asked for it, or it was pushed to.
repository_imported = Signal()

"""Notifications: a list on the site, and mail about the same events."""

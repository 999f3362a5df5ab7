"""Announcements of a course or of the whole site."""

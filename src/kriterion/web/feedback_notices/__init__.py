"""Notifications of students when feedback that their series withheld appears."""

"""Courses: members, series, and who may see what."""

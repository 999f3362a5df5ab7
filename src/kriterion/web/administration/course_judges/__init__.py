"""Pages for the judges of a course."""

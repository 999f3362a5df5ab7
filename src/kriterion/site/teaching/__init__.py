"""Pages for the teachers of a course."""

"""Pages of announcements: for readers, and for the teachers of a course."""

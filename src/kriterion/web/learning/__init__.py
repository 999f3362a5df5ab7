"""Pages for students: find work, and do it."""

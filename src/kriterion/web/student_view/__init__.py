"""View a course as one of its students: read-only, for a while, in the audit log."""

"""The pages on which teachers run a course: its series, members and settings."""

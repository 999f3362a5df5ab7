"""Statistics of a course: attempts, when exercises are solved, statuses, and working hours."""

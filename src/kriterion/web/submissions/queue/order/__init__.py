"""The order of the queue: between courses, and between the users of a course."""

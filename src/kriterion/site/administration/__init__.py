"""Administration: tools, repositories, courses, users, queue."""

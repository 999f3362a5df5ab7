"""Pages to find work: home, courses, exercises, skills, search."""

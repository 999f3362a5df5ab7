"""Finding work: courses, exercises, lessons, search."""

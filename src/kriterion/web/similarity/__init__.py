"""Find similar solutions to an exercise, as a hint for the teachers of a course."""

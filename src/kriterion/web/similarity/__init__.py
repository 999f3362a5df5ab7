"""Which solutions to an exercise are alike, as a hint for the teachers of a course."""

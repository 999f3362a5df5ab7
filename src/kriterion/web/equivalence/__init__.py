"""Classes of equivalent solutions for the teachers of a course, and comments on them."""

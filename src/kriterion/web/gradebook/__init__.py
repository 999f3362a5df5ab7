"""The submissions and the points of a course's students."""

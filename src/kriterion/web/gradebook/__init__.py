"""What the students of a course submitted, and what they earned."""

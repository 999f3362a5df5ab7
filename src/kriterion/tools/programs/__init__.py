"""Runs of students' own programs, with input or with a phrase of code after them."""

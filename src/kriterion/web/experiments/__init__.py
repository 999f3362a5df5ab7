"""Runs of students' own programs before they submit them, without a verdict."""

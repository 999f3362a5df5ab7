"""The prerequisite graph as text and as a picture; pure functions."""

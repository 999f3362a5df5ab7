"""Repositories of exercises: git clones, uploaded archives, and copies of both."""

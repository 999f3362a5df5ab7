"""Repositories in Dodona's format. Rules: docs/contracts/dodona-exercises.md."""

from kriterion.exercises.dodona.repository import is_root, load_exercise, load_repository

__all__ = ["is_root", "load_exercise", "load_repository"]

"""Repositories in Dodona's format. Rules: docs/contracts/dodona-exercises.md."""

from kriterion.exercises.dodona.dodona_repository import is_root, load_exercise, load_repository
from kriterion.exercises.dodona.dodona_texts import load_about

__all__ = ["is_root", "load_about", "load_exercise", "load_repository"]

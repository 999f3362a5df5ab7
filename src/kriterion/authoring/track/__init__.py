"""Checking tracks of Exercism's. Rules: docs/contracts/exercism-track.md."""

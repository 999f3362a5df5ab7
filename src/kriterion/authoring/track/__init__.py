"""Check Exercism tracks. Rules: docs/contracts/exercism-track.md."""

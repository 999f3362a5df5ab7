"""Judges, analyzers and representers: those installed here, and those that are missing."""

"""Engines: they wake workers when work is queued."""

"""Engines: what carries wake-ups from where work is queued to the workers."""

"""Rendering in separate processes, so that no submission can block a page or a worker."""

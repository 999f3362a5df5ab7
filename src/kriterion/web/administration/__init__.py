"""Pages for administrators and teachers."""

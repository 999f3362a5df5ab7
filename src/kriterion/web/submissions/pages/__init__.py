"""Pages about submissions and progress."""

"""Pages and downloads of the gradebook."""

"""What a judge reads of an exercise, checked without running it."""

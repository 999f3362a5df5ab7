"""What a new version of a representer or an exercise does to comments on classes."""

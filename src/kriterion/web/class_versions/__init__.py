"""The effects of a new version of a representer or an exercise on comments on classes."""

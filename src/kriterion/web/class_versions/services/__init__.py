"""The services of comparing versions, without HTTP."""

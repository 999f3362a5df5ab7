"""The services of reviewing, without HTTP."""

"""The services of reports, without HTTP."""

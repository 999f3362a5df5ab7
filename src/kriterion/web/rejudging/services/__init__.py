"""The services of re-judgings, without HTTP."""

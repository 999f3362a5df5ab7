"""The services behind pages of classes, without HTTP."""

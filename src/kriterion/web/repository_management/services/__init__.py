"""The services behind pages of repositories, without HTTP."""

"""Backups: write an archive of a site, and restore one."""

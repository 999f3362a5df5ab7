"""The design language on one page, for those who build pages (debug only)."""

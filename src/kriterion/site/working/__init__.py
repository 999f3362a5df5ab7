"""Working: the activity page, its editor and its drafts."""

"""The page of an activity: its text, the editor, drafts."""

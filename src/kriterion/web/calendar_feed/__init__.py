"""A user's deadlines as a calendar that other programs subscribe to."""

"""Commands of Django for this site."""

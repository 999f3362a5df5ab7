"""Announcing changed submissions to the other processes of the site."""

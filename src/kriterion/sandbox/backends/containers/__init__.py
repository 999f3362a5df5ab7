"""Runs in containers of podman or docker."""

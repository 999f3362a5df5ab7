"""Diagnose this machine and its tools for administrators."""

"""Traces of submissions for OpenTelemetry: an extra, which does nothing unless it is asked for."""

"""Traces of submissions for OpenTelemetry: an extra that does nothing unless it is configured."""

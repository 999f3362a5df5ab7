"""Rendering in processes of its own: what students wrote cannot keep a page or a worker busy."""

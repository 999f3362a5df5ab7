"""Sandboxes to choose from; `kriterion.sandbox.registry` names them."""

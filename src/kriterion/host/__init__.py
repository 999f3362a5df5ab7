"""Turn kriterion.toml and the environment into a sandbox, images and tools for this machine."""

"""Content by digest: trees of repositories and tools, kept unchanged, and fetched by workers."""

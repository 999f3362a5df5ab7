"""The queue: claims, leases, and how an attempt ends."""

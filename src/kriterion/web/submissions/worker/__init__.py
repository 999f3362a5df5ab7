"""The worker: threads that claim submissions and assess them."""

"""What single languages need besides their tables: one module for each kind of construct."""

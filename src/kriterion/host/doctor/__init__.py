"""What is found out about this machine and its tools, for those who look after them."""

"""What the tables of C and C++ share."""

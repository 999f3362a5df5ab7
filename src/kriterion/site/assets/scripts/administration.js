// What only the pages of the area administration do.

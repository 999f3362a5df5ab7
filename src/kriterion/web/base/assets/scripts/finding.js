// What only the pages of the area finding do.

// What only the pages of the area results do.

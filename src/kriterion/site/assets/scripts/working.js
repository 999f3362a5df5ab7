// What only the pages of the area working do.

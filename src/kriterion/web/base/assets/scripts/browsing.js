// Scripts of the catalog's pages.

"""The skills that activities train and require in a course, as its teachers see them."""

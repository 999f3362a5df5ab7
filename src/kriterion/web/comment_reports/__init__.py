"""Reports that a comment is wrong: by students, as rates per rule and class for teachers."""

"""The prerequisite graph as text and as a picture: values in, text out."""

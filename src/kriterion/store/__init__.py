"""What is kept: the models, and the only room that knows the database."""

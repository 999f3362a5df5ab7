"""Reviews of submissions: threads of comments and questions."""

"""The site's work: the queue, its workers, repositories, tools, backups."""

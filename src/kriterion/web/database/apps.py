"""The app `database`."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class DatabaseConfig(AppConfig):
    name = "kriterion.web.database"
    label = "database"

    def ready(self) -> None:
        """Have the database stamped after each migration."""
        from kriterion.web.database.schema_stamp import write_stamp  # needs loaded models

        post_migrate.connect(write_stamp, sender=self)

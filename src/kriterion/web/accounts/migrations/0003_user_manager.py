"""Users have a manager of their own, which changes nothing in the database."""

from django.db import migrations

import kriterion.web.accounts.models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_languages")]

    operations = [
        migrations.AlterModelManagers(
            name="user",
            managers=[("objects", kriterion.web.accounts.models.UserManager())],
        )
    ]

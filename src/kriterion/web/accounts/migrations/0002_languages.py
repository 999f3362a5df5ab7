"""Choices of languages come from a function, so that a new language needs no migration."""

from django.db import migrations, models

import kriterion.web.accounts.models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="language",
            field=models.CharField(
                choices=kriterion.web.accounts.models.list_languages, default="en", max_length=8
            ),
        )
    ]

"""Access tokens of private repositories."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("repositories", "0004_size"),
    ]

    operations = [
        migrations.CreateModel(
            name="RepositoryCredential",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("git_url", models.CharField(max_length=500)),
                ("username", models.CharField(max_length=200)),
                ("encrypted_token", models.TextField()),
                ("stored_at", models.DateTimeField(auto_now=True)),
                (
                    "repository",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="credential",
                        to="repositories.repository",
                    ),
                ),
            ],
        ),
    ]

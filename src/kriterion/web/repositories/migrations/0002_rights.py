"""Rights on repositories: owners, sharing, grants and requests."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("repositories", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="repository",
            name="local_directory",
            field=models.CharField(blank=True, max_length=1000),
        ),
        migrations.AddField(
            model_name="repository",
            name="owner",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="repositories",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="repository",
            name="sharing",
            field=models.CharField(
                choices=[
                    ("public", "Public"),
                    ("teachers", "Teachers"),
                    ("request", "Request"),
                    ("private", "Private"),
                ],
                default="public",
                max_length=16,
            ),
        ),
        migrations.AlterField(
            model_name="repository",
            name="name",
            field=models.CharField(db_index=True, max_length=200),
        ),
        migrations.CreateModel(
            name="RepositoryGrant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "right",
                    models.CharField(choices=[("use", "Use"), ("edit", "Edit")], max_length=8),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "repository",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="grants",
                        to="repositories.repository",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="repository_grants",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("repository", "user"), name="repository_grant_is_one"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RepositoryRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "right",
                    models.CharField(choices=[("use", "Use"), ("edit", "Edit")], max_length=8),
                ),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "repository",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="requests",
                        to="repositories.repository",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="repository_requests",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("repository", "user"), name="repository_request_is_one"
                    )
                ],
            },
        ),
    ]

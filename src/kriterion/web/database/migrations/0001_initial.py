"""Create the tables of the schema stamp.

Made by Django 5.2.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="SchemaStamp",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.CharField(max_length=50)),
                ("migrations", models.PositiveIntegerField()),
                ("migrated_at", models.DateTimeField(auto_now=True)),
            ],
        ),
    ]

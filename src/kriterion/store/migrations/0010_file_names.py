"""Submissions keep the order of their files."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar[list[tuple[str, str]]] = [("store", "0009_soft_block")]

    operations: ClassVar[list[migrations.operations.base.Operation]] = [
        migrations.AddField(
            model_name="submission",
            name="file_names",
            field=models.JSONField(default=list),
        ),
    ]

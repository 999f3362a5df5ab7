"""Remove from checks what their exercises have now."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("repository_management", "0004_exercise_checks"),
    ]

    operations = [
        migrations.RemoveField(model_name="repositorycheck", name=name)
        for name in (
            "remaining",
            "attempt",
            "losses",
            "silences",
            "silent_worker",
            "failures",
            "worker",
            "lease_until",
            "not_before",
        )
    ]

"""Tools may be Exercism's test runners."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tools", "0002_content_by_digest"),
    ]

    operations = [
        migrations.AlterField(
            model_name="tool",
            name="kind",
            field=models.CharField(
                choices=[
                    ("judge", "Judge"),
                    ("analyzer", "Analyzer"),
                    ("representer", "Representer"),
                    ("test-runner", "Test Runner"),
                ],
                max_length=16,
            ),
        ),
    ]

"""A program on the site's machine: counts the submissions that tools besides the judge ran on."""

import json

import django

django.setup()

from kriterion.assessment.assessment_record import AnalyzerStatus, RepresenterStatus  # noqa: E402
from kriterion.web.submissions.models import Assessment  # noqa: E402 - models need the settings

if __name__ == "__main__":
    counts = {"analyzer": 0, "representer": 0, "both": 0}
    for assessment in Assessment.objects.iterator(chunk_size=100):
        record = assessment.record
        ran = {
            "analyzer": record.analyzer is not None
            and record.analyzer.status is AnalyzerStatus.COMPLETED,
            "representer": record.representer is not None
            and record.representer.status is RepresenterStatus.GENERATED,
        }
        for name, has_run in ran.items():
            counts[name] += has_run
        counts["both"] += all(ran.values())
    print(json.dumps(counts))

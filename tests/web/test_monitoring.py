"""The rules and the dashboard for monitoring name only metrics that the site has."""

import json
import re
import shutil
import subprocess
from datetime import timedelta
from pathlib import Path

import pytest
import yaml
from django.test import Client
from django.utils import timezone
from prometheus_client import generate_latest

from kriterion.web.courses.models import Course
from kriterion.web.database import database_clock as clock
from kriterion.web.server.metrics import REGISTRY
from kriterion.web.submissions.models import Priority, Submission, Worker
from tests.web.conftest import World, client_for

ROOT = Path(__file__).parents[2]
RULES = ROOT / "deploy" / "monitoring" / "alerts.yml"
DASHBOARD = ROOT / "deploy" / "monitoring" / "dashboard.json"
PAGE = ROOT / "docs" / "administrator" / "monitoring.md"


def list_names(text: str) -> set[str]:
    return set(re.findall(r"\bkriterion_[a-z_]+[a-z]\b", text))


def list_expressions() -> list[str]:
    groups = yaml.safe_load(RULES.read_text())["groups"]
    rules = [rule["expr"] for group in groups for rule in group["rules"]]
    panels = json.loads(DASHBOARD.read_text())["panels"]
    return rules + [target["expr"] for panel in panels for target in panel["targets"]]


@pytest.fixture
def exported(world: World) -> set[str]:
    client_for(world.root).get("/")  # counts a request
    return list_names(generate_latest(REGISTRY).decode())


def test_rules_and_dashboard_name_only_metrics_that_exist(exported: set[str]) -> None:
    named = list_names(" ".join(list_expressions()))
    assert named
    assert named - exported == set()


def test_the_page_describes_every_metric(exported: set[str]) -> None:
    described = list_names(PAGE.read_text())
    endings = re.compile(r"_(bucket|count|sum|created)$")
    assert {endings.sub("", name) for name in exported} - described - {
        "kriterion_requests"
    } == set()


def test_each_alert_has_a_summary_and_a_remedy() -> None:
    [group] = yaml.safe_load(RULES.read_text())["groups"]
    for rule in group["rules"]:
        assert rule["labels"]["severity"] in {"critical", "warning"}
        assert rule["annotations"].keys() == {"summary", "remedy"}


@pytest.mark.skipif(shutil.which("promtool") is None, reason="needs promtool (prometheus)")
def test_prometheus_accepts_the_rules() -> None:
    checked = subprocess.run(
        ("promtool", "check", "rules", str(RULES)), capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def read_metrics(client: Client) -> dict[str, float]:
    text = client.get("/metrics").content.decode()
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


def test_the_queue_is_measured_by_image_and_course(world: World) -> None:
    Submission.objects.update(created_at=timezone.now() - timedelta(minutes=10))
    for number, course in enumerate((world.course, world.course, world.secret_course)):
        Submission.objects.create(
            user=world.cleo,
            activity=world.exercise,
            course=course,
            number=number + 1,
            image="python",
            priority=Priority.BACKGROUND,
        )
    metrics = read_metrics(client_for(world.root))
    of_python = '{image="python",lane="background"}'
    unknown = '{image="(unknown)",lane="interactive"}'
    assert metrics[f"kriterion_queue_image_length{of_python}"] == 3
    assert metrics[f"kriterion_queue_image_length{unknown}"] == 1
    assert metrics[f"kriterion_queue_image_oldest_seconds{unknown}"] >= 600
    assert metrics["kriterion_queue_length"] == 4
    assert metrics["kriterion_queue_oldest_seconds"] >= 600
    by_course = "kriterion_queue_course_length"
    assert metrics[f'{by_course}{{course="{world.secret_course.slug}"}}'] == 1


def test_courses_beyond_the_twentieth_are_counted_together(world: World) -> None:
    for number in range(25):
        course = Course.objects.create(slug=f"course-{number}", name=str(number))
        Submission.objects.create(
            user=world.cleo, activity=world.exercise, course=course, number=number + 10
        )
    metrics = read_metrics(client_for(world.root))
    lengths = {
        name: value
        for name, value in metrics.items()
        if name.startswith("kriterion_queue_course_length")
    }
    assert len(lengths) == 21
    assert sum(lengths.values()) == metrics["kriterion_queue_length"]


def test_workers_with_faults_are_counted(world: World) -> None:
    now = clock.now()
    for name, fault, unable in (
        ("well", "", []),
        ("faulty", "no sandbox", []),
        ("lacking", "", [{"part": "image", "label": "ocaml"}]),
    ):
        Worker.objects.create(
            name=name,
            host="h",
            pid=1,
            concurrency=2,
            fault=fault,
            unable=unable,
            started_at=now,
            seen_at=now,
        )
    metrics = read_metrics(client_for(world.root))
    assert metrics["kriterion_workers"] == 2
    assert metrics["kriterion_worker_slots"] == 4
    assert metrics["kriterion_workers_with_a_fault"] == 1
    assert metrics["kriterion_workers_lacking_something"] == 1

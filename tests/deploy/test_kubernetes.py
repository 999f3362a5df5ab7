"""The Kubernetes manifests are valid, agree with each other, and with what Kriterion accepts."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kubernetes_validate
import msgspec
import pytest
import yaml

from kriterion.cli.main import kriterion
from kriterion.host.settings.file_tables import SettingsDocument

ROOT = Path(__file__).parents[2]
DIRECTORY = ROOT / "deploy" / "kubernetes"
PAGE = (ROOT / "docs" / "administrator" / "kubernetes.md").read_text()
INSTALL = (ROOT / "docs" / "administrator" / "install.md").read_text()
METRICS = (ROOT / "src/kriterion/web/server/queue_metrics.py").read_text()
VERSION = "1.36"  # the first whose user namespaces are stable
FILES = sorted(file for file in DIRECTORY.glob("*.yaml") if file.name != "kustomization.yaml")
KUSTOMIZATION = yaml.safe_load((DIRECTORY / "kustomization.yaml").read_text())
RESOURCES: list[dict[str, Any]] = [
    document for file in FILES for document in yaml.safe_load_all(file.read_text())
]


def list_kind(kind: str) -> list[dict[str, Any]]:
    return [document for document in RESOURCES if document["kind"] == kind]


def get_name(document: dict[str, Any]) -> str:
    return f"{document['kind']}/{document['metadata']['name']}"


WORKLOADS = [*list_kind("Deployment"), *list_kind("Job")]
WORKERS = [
    document for document in list_kind("Deployment") if get_name(document) != "Deployment/site"
]


def list_containers(workload: dict[str, Any]) -> list[dict[str, Any]]:
    pod = workload["spec"]["template"]["spec"]
    return [*pod.get("initContainers", []), *pod["containers"]]


def list_values(value: object, key: str) -> Iterator[Any]:
    """Yield every value of that key, however deep."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == key:
                yield inner
            yield from list_values(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from list_values(inner, key)


@pytest.mark.parametrize("document", RESOURCES, ids=get_name)
def test_the_resource_is_valid(document: dict[str, Any]) -> None:
    if document["kind"] == "ScaledObject":  # KEDA's; the schemas are of Kubernetes itself
        assert document["apiVersion"] == "keda.sh/v1alpha1"
        return
    kubernetes_validate.validate(document, VERSION, strict=True)


def test_a_misspelt_field_is_invalid() -> None:
    [site] = [document for document in WORKLOADS if get_name(document) == "Deployment/site"]
    broken = {**site, "spec": {**site["spec"], "replica": 1}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(broken, VERSION, strict=True)


def test_the_kustomization_names_every_file_and_every_image() -> None:
    assert sorted(KUSTOMIZATION["resources"]) == [file.name for file in FILES]
    used = {container["image"] for load in WORKLOADS for container in list_containers(load)}
    assert used == {image["name"] for image in KUSTOMIZATION["images"]}


@pytest.mark.parametrize("document", WORKLOADS, ids=get_name)
def test_the_arguments_are_those_of_a_command(document: dict[str, Any]) -> None:
    for container in list_containers(document):
        context = kriterion.make_context("kriterion", list(container["args"]))
        name, command, words = kriterion.resolve_command(context, list(container["args"]))
        assert name is not None and command is not None
        command.make_context(name, words)


@pytest.mark.parametrize("document", WORKERS, ids=get_name)
def test_a_worker_has_time_to_drain(document: dict[str, Any]) -> None:
    [container] = document["spec"]["template"]["spec"]["containers"]
    grace = float(container["args"][container["args"].index("--grace") + 1])
    assert document["spec"]["template"]["spec"]["terminationGracePeriodSeconds"] >= grace + 15


def test_secrets_are_references_that_the_page_creates() -> None:
    assert list_kind("Secret") == []
    wanted = {(found["name"], found["key"]) for found in list_values(RESOURCES, "secretKeyRef")}
    mounted = {found["secretName"] for found in list_values(WORKLOADS, "secret")}
    created = re.findall(r"kubectl create secret generic (\S+)((?:.*\\\n)*.*)", PAGE)
    given = {
        (name, key)
        for name, options in created
        for key in re.findall(r"--from-(?:literal|file)=([\w-]+)=", options)
    }
    assert wanted
    assert wanted <= given
    assert mounted <= {name for name, _ in created}
    [path] = {
        variable["value"]
        for variables in list_values(WORKERS, "env")
        for variable in variables
        if variable["name"] == "KRITERION_CONTENT_TOKEN_FILE"
    }
    assert Path(path).name in {key for name, key in given if name in mounted}


def test_the_variables_are_documented() -> None:
    named = {variable["name"] for found in list_values(WORKLOADS, "env") for variable in found}
    named |= {
        name
        for document in list_kind("ConfigMap")
        for name in document["data"]
        if not name.endswith(".toml")
    }
    assert "KRITERION_ADDRESS" in named
    assert [name for name in sorted(named) if f"`{name}`" not in INSTALL] == []


@pytest.mark.parametrize("document", list_kind("ConfigMap"), ids=get_name)
def test_the_settings_are_valid(document: dict[str, Any]) -> None:
    for name, text in document["data"].items():
        if name.endswith(".toml"):
            msgspec.convert(tomllib.loads(text), SettingsDocument)


def test_selectors_select_pods() -> None:
    pods = [load["spec"]["template"]["metadata"]["labels"] for load in WORKLOADS]
    selecting = [
        *(found["spec"]["selector"]["matchLabels"] for found in list_kind("PodDisruptionBudget")),
        *(
            found["spec"]["podSelector"].get("matchLabels", {})
            for found in list_kind("NetworkPolicy")
        ),
        *(found["spec"]["selector"] for found in list_kind("Service")),
    ]
    assert len(selecting) > 5
    for labels in selecting:
        assert any(labels.items() <= pod.items() for pod in pods), labels
    for deployment in list_kind("Deployment"):
        wanted = deployment["spec"]["selector"]["matchLabels"]
        chosen = [pod for pod in pods if wanted.items() <= pod.items()]
        assert chosen == [deployment["spec"]["template"]["metadata"]["labels"]]


def test_every_deployment_has_a_disruption_budget() -> None:
    budgets = {found["metadata"]["name"] for found in list_kind("PodDisruptionBudget")}
    assert budgets == {found["metadata"]["name"] for found in list_kind("Deployment")}


def test_workers_are_scaled_by_metrics_that_exist() -> None:
    scaled = {found["spec"]["scaleTargetRef"]["name"] for found in list_kind("ScaledObject")}
    assert scaled == {found["metadata"]["name"] for found in WORKERS}
    assert all("replicas" not in found["spec"] for found in WORKERS)
    queries = [
        found["query"]
        for found in list_values(list_kind("ScaledObject"), "metadata")
        if "query" in found
    ]
    used = set(re.findall(r"kriterion_\w+", " ".join(queries)))
    assert "kriterion_queue_image_oldest_seconds" in used
    assert [name for name in sorted(used) if f'"{name}"' not in METRICS] == []


@pytest.mark.parametrize("document", WORKLOADS, ids=get_name)
def test_no_container_has_more_rights_than_it_needs(document: dict[str, Any]) -> None:
    pod = document["spec"]["template"]["spec"]
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["automountServiceAccountToken"] is False
    for container in list_containers(document):
        context = container["securityContext"]
        assert context["allowPrivilegeEscalation"] is False
        assert context["readOnlyRootFilesystem"] is True
        assert context["capabilities"] == {"drop": ["ALL"]}
        assert {"cpu", "memory"} <= container["resources"]["requests"].keys()
        if (
            document in WORKERS
        ):  # what a sandbox needs; Kubernetes refuses the first without the second
            assert context["procMount"] == "Unmasked"
            assert pod["hostUsers"] is False
            # The runs of a pod share its uid, so they must not overlap.
            assert container["args"][1:3] == ["--concurrency", "1"]
        else:
            assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
            assert "procMount" not in context

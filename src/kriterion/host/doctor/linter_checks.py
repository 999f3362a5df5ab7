"""Diagnose the languages of our analyzer: missing linters, and few rules."""

from collections.abc import Iterator

from kriterion.authoring.judges.judge_needs import find_programs
from kriterion.host.doctor.diagnosis import Diagnosis
from kriterion.host.doctor.sample_run import list_sampled_languages
from kriterion.host.installation import Installation
from kriterion.host.settings import ToolSettings
from kriterion.sandbox.image import ImageKind
from kriterion.tools.analyzer_recall import has_few_rules
from kriterion.tools.catalog import SHIPPED_ANALYZER
from kriterion.tools.images import find_image
from kriterion_tools.languages import find_canonical_name
from kriterion_tools.linter_catalog import KNOWN_LINTERS, KnownLinter, list_linters


def examine_linters(
    subject: str, settings: ToolSettings, installation: Installation
) -> Iterator[Diagnosis]:
    """Report the languages of our analyzer; nothing of others. Raises KriterionError."""
    if settings.directory != SHIPPED_ANALYZER:
        return
    absent = _find_absent(settings, installation)
    for name in list_sampled_languages(settings):
        language = find_canonical_name(name)
        missing = [linter for linter in list_linters(language) if linter in absent]
        has_few = has_few_rules(language)
        if not missing:
            what = "few rules" if has_few else "enough rules"
            yield Diagnosis(subject=f"{subject}, {name}", state="fine", what=what)
            continue
        listed = ", ".join(linter.name for linter in missing)
        what = f"not installed: {listed}; few rules" if has_few else f"not installed: {listed}"
        yield Diagnosis(
            subject=f"{subject}, {name}",
            # Linters that our rules do not use are only for rules that teachers write.
            state="notice" if any(linter.has_our_rules for linter in missing) else "fine",
            what=what,
            fix="\n".join(linter.source for linter in missing),
            code="doctor.analyzer.missing-linter",
        )


def _find_absent(settings: ToolSettings, installation: Installation) -> list[KnownLinter]:
    """Return the linters that a run of the analyzer does not find. Engines are not searched."""
    image = find_image(settings.image, installation.images)
    if image.kind is ImageKind.ENGINE:
        return []
    names = tuple(linter.program for linter in KNOWN_LINTERS)
    places = dict(find_programs(names, image, installation.make_context()))
    return [linter for linter in KNOWN_LINTERS if not places[linter.program]]

"""Feedback as the command line renders it: with the assets and the translations of the package."""

from collections.abc import Mapping

from rich.console import Console, RenderableType

from kriterion.assessment.assessment_record import AssessmentRecord, Points
from kriterion.feedback.html import assessment_page as page
from kriterion.feedback.html import report_page
from kriterion.feedback.terminal import terminal_output as output
from kriterion.feedback.viewer import Viewer
from kriterion.markup.media_addresses import embed_pictures
from kriterion.rendering.page_assets import load_page_assets
from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from kriterion_tools.contracts.learn_ocaml_repository.grader_report import Report


def make_viewer(
    role: Permission = Permission.STUDENT,
    language: str = "en",
    media: Mapping[str, bytes] | None = None,
    *,
    everything: bool = False,
) -> Viewer:
    return Viewer(
        role=role,
        translator=load_translator(language),
        media=embed_pictures(media or {}),
        everything=everything,
    )


def render_page(
    assessment: AssessmentRecord,
    *,
    role: Permission,
    language: str,
    title: str,
    media: Mapping[str, bytes] | None = None,
) -> str:
    viewer = make_viewer(role, language, media)
    return page.render_page(assessment, viewer, title=title, assets=load_page_assets())


def render_report_page(
    report: Report, *, title: str, points: Points, seed: int, language: str
) -> str:
    return report_page.render_report_page(
        report,
        title=title,
        points=points,
        seed=seed,
        translator=load_translator(language),
        assets=load_page_assets(),
    )


def render_terminal(
    assessment: AssessmentRecord, *, role: Permission, language: str, everything: bool = False
) -> RenderableType:
    return output.render_terminal(assessment, make_viewer(role, language, everything=everything))


def make_terminal_feedback(
    console: Console, *, role: Permission, language: str, everything: bool = False
) -> output.TerminalFeedback:
    return output.TerminalFeedback(console, make_viewer(role, language, everything=everything))

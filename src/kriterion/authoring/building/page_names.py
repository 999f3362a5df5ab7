"""Which exercises can have a page, by their names."""

from dataclasses import replace

from kriterion.authoring.building.course_documents import name_page
from kriterion.authoring.building.document_writer import find_clashing_names
from kriterion.authoring.finding import error
from kriterion.exercises.learn_ocaml.course import LearnOcamlCourse
from kriterion_tools.contracts.learn_ocaml_repository.ids import find_id_fault
from kriterion_tools.diagnostic import Diagnostic


def drop_unnameable(course: LearnOcamlCourse) -> tuple[LearnOcamlCourse, list[Diagnostic]]:
    """Return the course without exercises whose names cannot name pages, and the findings."""
    pages = {name_page(name): name for name in course.tree.walk()}
    inside = find_clashing_names(pages)
    findings = []
    good = []
    for page, name in pages.items():
        place = course.exercises[name].exercise.place
        if fault := find_id_fault(name):
            what = f"has no page: its id {fault}"
            findings.append(error(place, what, fix="rename it", code="build.invalid-id"))
        elif page in inside:
            what = "has no page: another exercise's page is a file where it needs a directory"
            findings.append(error(place, what, fix="rename it", code="build.invalid-id"))
        else:
            good.append(name)
    return replace(course, tree=course.tree.keep_only(frozenset(good))), findings

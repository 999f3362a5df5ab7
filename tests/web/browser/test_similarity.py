"""Similar solutions: the list of pairs with its pictures, and a pair side by side."""

import pytest

from tests.web.browser.conftest import Look, Open
from tests.web.conftest import World
from tests.web.similarity.similar_trial import (
    add_solution,
    compare_now,
    in_process,  # noqa: F401  a fixture
    write_solution,
)


@pytest.mark.long(reason="a long visit in a browser")
@pytest.mark.usefixtures("in_process")
def test_a_teacher_reads_similar_solutions(open_visit: Open, world: World, look: Look) -> None:
    for number in range(18):
        source = write_solution(number) + f"extra = {'f(' * number}x{')' * number}\n"
        add_solution(f"student{number}", world.course, world.exercise, source, hours_ago=number * 3)
    for number in range(4):
        add_solution(
            f"similar{number}",
            world.course,
            world.exercise,
            write_solution(3 + number % 2, ("total", "row", "line")),
            hours_ago=number,
        )
    compare_now(world.exercise, world.course)
    visit = open_visit(world.tina, look)
    page = visit.open(f"/courses/{world.course.slug}/similarity/").page
    visit.take_screenshot("similarity-exercises")
    assert visit.find_faults() == []
    page.locator(".rows a").first.click()
    page.wait_for_selector(".similarity-clusters circle")
    visit.take_screenshot("similarity")
    assert visit.find_faults() == []
    page.locator("details summary").first.click()
    page.locator("tbody th a").last.click()
    page.wait_for_selector("[data-matches]:not([hidden])")
    assert visit.find_faults() == []
    page.locator("[data-step='1']").click()
    page.wait_for_selector("#left-1.chosen")
    page.locator(".similar-code").last.focus()
    page.keyboard.press("p")
    last = page.locator(".similar-code").first.locator("[data-match]").count()
    page.wait_for_selector(f"#right-{last}.chosen")
    visit.take_screenshot("similarity-pair")
    assert visit.find_faults() == []

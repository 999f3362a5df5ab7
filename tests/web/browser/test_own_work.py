"""A student downloads their work from the profile, through the real server."""

from zipfile import ZipFile

from tests.web.browser.conftest import Open
from tests.web.conftest import World


def test_a_student_downloads_their_work(
    open_visit: Open, transactional_db: None, world: World
) -> None:
    visit = open_visit(world.ada).open("/accounts/profile/")
    visit.page.locator("main a[href='/own-work/']").click()
    visit.page.locator("main .row").first.wait_for()
    visit.take_screenshot("own-work")
    assert visit.find_faults() == []
    with visit.page.expect_download() as downloading:
        visit.page.locator("main .row").first.click()
    with ZipFile(downloading.value.path()) as archive:
        assert archive.testzip() is None
        assert "programming/Barcode/0001/a.py" in archive.namelist()

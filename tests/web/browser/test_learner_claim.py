"""A learner of a learn-ocaml site chooses a password with a token."""

from playwright.sync_api import expect

from kriterion.web.accounts.models import User
from kriterion.web.learner_import.models import ImportedLearner
from kriterion.web.learner_import.services.learner_tokens import digest_token
from tests.web.browser.conftest import Look, Open

TOKEN = "ABC-DEF-GHJ-KLM"


def test_a_learner_chooses_a_password_with_a_token(
    open_visit: Open, transactional_db: None, look: Look
) -> None:
    user = User(username="zoe", first_name="Zoë")
    user.set_unusable_password()
    user.save()
    ImportedLearner.objects.create(user=user, token_digest=digest_token(TOKEN))
    visit = open_visit(None, look).open("/accounts/learn-ocaml/")
    page = visit.page
    assert visit.find_faults() == []
    page.fill("[name=token_secret]", "ABC-DEF-GHJ-KLN")
    for name in ("password1", "password2"):
        page.fill(f"[name={name}]", "correct horse 9 battery")
    page.click("main button.button-primary")
    expect(page.locator(".errorlist, [aria-invalid=true]").first).to_be_visible()
    visit.take_screenshot("learner-token-refused")
    assert visit.find_faults() == []
    page.fill("[name=token_secret]", TOKEN.lower())
    for name in ("password1", "password2"):
        page.fill(f"[name={name}]", "correct horse 9 battery")
    page.click("main button.button-primary")
    expect(page.locator("body", has_text="zoe").first).to_be_visible()
    user.refresh_from_db()
    assert user.check_password("correct horse 9 battery")

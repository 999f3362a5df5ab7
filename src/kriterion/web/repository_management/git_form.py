"""A form with an address to clone from."""

from django import forms

from kriterion.refusals import Refusal
from kriterion.web.base.refusal_text import translate_refusal
from kriterion.web.repositories.git_address import read_address
from kriterion.web.tools.machine import this_machine


class GitForm(forms.Form):
    """A form with an address to clone from."""

    allow_ssh = False

    def clean_git_url(self) -> str:
        return self.read_git_address("git_url")

    def read_git_address(self, name: str) -> str:
        """Return the address in a field, or raise ValidationError."""
        url = str(self.cleaned_data.get(name) or "").strip()
        if url:
            address = read_address(url, this_machine().settings.git_hosts, allow_ssh=self.allow_ssh)
            if isinstance(address, Refusal):
                raise forms.ValidationError(translate_refusal(address))
        return url

"""A form with every kind of field, one of them invalid."""

from django import forms


class SampleForm(forms.Form):
    """Shown bound, so that errors appear."""

    name = forms.CharField(help_text="As on your student card.")
    address = forms.EmailField(label="Mail address")
    kind = forms.ChoiceField(choices=[("a", "A judge"), ("b", "An analyzer")])
    appearance = forms.ChoiceField(
        choices=[("l", "Light"), ("d", "Dark")], widget=forms.RadioSelect, required=False
    )
    agreed = forms.BooleanField(label="Tell me when it is done", required=False)
    notes = forms.CharField(widget=forms.Textarea, required=False)

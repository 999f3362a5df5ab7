"""Store forms in rows that others may change or delete meanwhile."""

from django.forms import ModelForm


def store_fields(form: ModelForm) -> bool:  # type: ignore[type-arg]  # generic for mypy only
    """Write the fields of a form to the row of its instance; return False if it was deleted.

    Unlike `form.save()`, this leaves the other columns as they are, and no deleted row comes back.
    """
    instance = form.save(commit=False)
    names = {field.name for field in instance._meta.concrete_fields} & form.cleaned_data.keys()
    rows = type(instance)._default_manager.filter(pk=instance.pk)
    return bool(rows.update(**{name: getattr(instance, name) for name in names}))

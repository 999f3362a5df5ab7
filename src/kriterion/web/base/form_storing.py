"""Store forms in rows that others may change or delete meanwhile."""

from collections.abc import Collection

from django.forms import ModelForm


def store_fields(
    form: ModelForm,  # type: ignore[type-arg]  # generic for mypy only
    *,
    also: Collection[str] = (),
    without: Collection[str] = (),
) -> bool:
    """Write the fields of a form to the row of its instance; return False if it was deleted.

    Unlike `form.save()`, this leaves the other columns as they are, and no deleted row comes back.
    `also` names columns that the form sets as well, `without` fields that stay as they are.
    """
    instance = form.save(commit=False)
    columns = {field.name for field in instance._meta.concrete_fields}
    names = {*(columns & form.cleaned_data.keys()), *also} - {*without}
    rows = type(instance)._default_manager.filter(pk=instance.pk)
    return bool(rows.update(**{name: getattr(instance, name) for name in names}))

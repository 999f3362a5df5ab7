"""Learners of a learn-ocaml site who have an account here."""

from django.db import models

from kriterion.web.accounts.models import User


class ImportedLearner(models.Model):
    """An account that was made for a token of learn-ocaml.

    `token_digest` recognizes the token and does not reveal it. The token lets its owner choose a
    password once; `claimed_at` is when.
    """

    token_digest = models.CharField(max_length=64, unique=True)
    user = models.OneToOneField(User, models.CASCADE, related_name="imported_learner")
    claimed_at = models.DateTimeField(null=True, blank=True)

"""The app `accounts`."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "kriterion.web.accounts"
    label = "accounts"

"""The errors that the tools and the contracts share with the host.

    KriterionError            the root of all errors raised on purpose
    └── ContractViolation     a tool wrote something its contract does not allow

The host's own are in `kriterion.errors`.
"""


class KriterionError(Exception):
    """The root of all errors raised on purpose."""


class ContractViolation(KriterionError):
    """A tool wrote something its contract does not allow.

    `document` is the file or stream it was read from, `where` a path or byte offset in it
    ("comments[3].type", "byte 120"). `what` says what is wrong and quotes the value. `code` is the
    stable code of this kind of violation; it is empty for violations from old records.
    """

    def __init__(self, document: str, where: str, what: str, *, code: str) -> None:
        super().__init__(f"{document} {where}: {what}" if where else f"{document}: {what}")
        self.document = document
        self.where = where
        self.what = what
        self.code = code

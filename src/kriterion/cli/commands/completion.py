"""`kriterion completion`: shell completion of commands and options."""

import click
from click.shell_completion import get_completion_class

EXAMPLES = """\b
Examples:
  bash:  eval "$(kriterion completion bash)"          in ~/.bashrc
  zsh:   eval "$(kriterion completion zsh)"           in ~/.zshrc
  fish:  kriterion completion fish > ~/.config/fish/completions/kriterion.fish
"""


@click.command(epilog=EXAMPLES)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script that lets SHELL complete kriterion's commands and options."""
    kind = get_completion_class(shell)
    assert kind is not None
    program = context.find_root().command
    click.echo(kind(program, {}, "kriterion", "_KRITERION_COMPLETE").source())

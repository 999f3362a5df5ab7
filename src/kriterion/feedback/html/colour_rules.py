"""CSS rules generated from the palette: custom properties, and the colours of console output."""

from kriterion.feedback.html.palette import ANSI_COLOURS, COLOURS, PAPERS


def list_custom_properties(index: int) -> str:
    """Return the CSS custom properties of the light (0) or the dark (1) scheme."""
    colours = [f"--{name}: {pair[index]};" for name, pair in COLOURS.items()]
    colours += [f"--ansi-{name}: {pair[index]};" for name, pair in ANSI_COLOURS.items()]
    colours += [f"--paper-{name}: {pair[index]};" for name, pair in PAPERS.items()]
    return " ".join(colours)


def _list_ansi_rules() -> str:
    rules = []
    for name in ANSI_COLOURS:
        for prefix in ("", "bright-"):
            rules.append(f".ansi-{prefix}{name} {{ color: var(--ansi-{name}); }}")
            rules.append(
                f".ansi-on-{prefix}{name} {{ background: var(--ansi-{name}); color: var(--card); }}"
            )
    return "\n".join(rules)


RULES = f"""\
:root {{ color-scheme: light dark; {list_custom_properties(0)} }}
@media (prefers-color-scheme: dark) {{ :root {{ {list_custom_properties(1)} }} }}
{_list_ansi_rules()}
"""

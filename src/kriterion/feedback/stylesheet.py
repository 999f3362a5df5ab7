"""The one stylesheet of feedback: light and dark, from phone to desktop, on paper too.

Pairs of ink and paper keep a contrast of at least 4.5 to 1 (WCAG AA), which a test computes. What
colour says, an icon, a word or a sign says as well. Source of the contrast: WCAG 2.2, 1.4.3.
"""

from urllib.parse import quote

from kriterion.feedback.palette import ANSI_COLOURS, COLOURS

# Each on a square of 16, drawn with strokes.
_ICONS = {
    "check": "M3 8.5 6.5 12 13 4.5",
    "cross": "M4 4l8 8M12 4l-8 8",
    "alarm": "M8 3.5a5 5 0 1 0 .01 0M8 6v3l2 1M2.5 4 4.5 2.2M13.5 4 11.5 2.2",
    "flash": "M9 1.8 4 9h3.5L7 14.2 12 7H8.5z",
    "flash-circle": "M8 1.8a6.2 6.2 0 1 0 .01 0M8.7 4.5 6 8.4h2.2L7.6 11.5 10.2 7.6H8z",
    "memory": "M4 4h8v8H4zM6.5 1.8V4M9.5 1.8V4M6.5 12v2.2M9.5 12v2.2"
    "M1.8 6.5H4M1.8 9.5H4M12 6.5h2.2M12 9.5h2.2",
    "script": "M4 2h6l2.5 2.5V14H4zM6 6.5h4M6 9h4M6 11.5h2.5",
    "hourglass": "M4 2h8M4 14h8M5 2v2.5L8 8l3-3.5V2M5 14v-2.5L8 8l3 3.5V14",
    "warning": "M8 2.2 14.3 13.5H1.7zM8 6.3v3.4M8 11.4v.6",
    "info": "M8 1.8a6.2 6.2 0 1 0 .01 0M8 7.2v4M8 4.6v.6",
    "eye": "M1.5 8C4 4.2 6 3.5 8 3.5S12 4.2 14.5 8C12 11.8 10 12.5 8 12.5S4 11.8 1.5 8z"
    "M8 6.2a1.8 1.8 0 1 0 .01 0",
    "down": "M8 2.5v11M3.5 9 8 13.5 12.5 9",
    "open": "M5.5 3 10.5 8l-5 5",
}


def _variables(index: int) -> str:
    colours = [f"--{name}: {pair[index]};" for name, pair in COLOURS.items()]
    colours += [f"--ansi-{name}: {pair[index]};" for name, pair in ANSI_COLOURS.items()]
    return " ".join(colours)


def _icon_rules() -> str:
    return "\n".join(
        f'.icon-{name} {{ --icon: url("data:image/svg+xml,{_drawing(path)}"); }}'
        for name, path in _ICONS.items()
    )


def _drawing(path: str) -> str:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="#000" '
        'stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round">'
        f'<path d="{path}"/></svg>'
    )
    return quote(svg, safe=" =:/")


def _ansi_rules() -> str:
    rules = []
    for name in ANSI_COLOURS:
        for prefix in ("", "bright-"):
            rules.append(f".ansi-{prefix}{name} {{ color: var(--ansi-{name}); }}")
            rules.append(
                f".ansi-on-{prefix}{name} {{ background: var(--ansi-{name}); color: var(--card); }}"
            )
    return "\n".join(rules)


_RULES = """
* { box-sizing: border-box; }
html { scroll-padding-top: 7rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); }
[hidden] { display: none !important; }
.feedback {
  max-width: 76rem; margin: 0 auto; padding: 1rem; color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  overflow-wrap: anywhere;
}
.feedback a { color: var(--accent); text-underline-offset: .15em; }
.feedback :focus-visible {
  outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px;
}
.feedback pre, .feedback code, .feedback kbd, .feedback samp, .feedback tt, .difference td {
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  font-size: .875rem; line-height: 1.45; tab-size: 4;
}
.feedback pre { margin: 0; white-space: pre-wrap; }
.for-screen-readers {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap;
}
.icon {
  display: inline-block; flex: none; width: 1.05em; height: 1.05em; vertical-align: -.15em;
  background: currentColor; -webkit-mask: var(--icon) center / contain no-repeat;
  mask: var(--icon) center / contain no-repeat;
}

/* Verdict */
.verdict {
  margin-bottom: 1rem; padding: 1rem 1.25rem; background: var(--card);
  border: 1px solid var(--line); border-left: 6px solid var(--muted); border-radius: 10px;
}
.verdict.correct { border-left-color: var(--good); }
.verdict.wrong { border-left-color: var(--bad); }
.verdict h1 { margin: 0; font-size: 1rem; font-weight: 600; color: var(--muted); }
.verdict p { margin: .15rem 0 0; }
.verdict .status {
  display: flex; align-items: center; gap: .5rem; font-size: 1.6rem; font-weight: 700;
  line-height: 1.3;
}
.verdict.correct .status { color: var(--good); }
.verdict.wrong .status { color: var(--bad); }
.verdict .facts {
  display: flex; flex-wrap: wrap; gap: .15rem 1.25rem; margin: .5rem 0 0; padding: 0;
  list-style: none; color: var(--muted); font-variant-numeric: tabular-nums;
}
.violations { margin-top: .75rem; border-top: 1px solid var(--line); padding-top: .5rem; }
.violations .icon { margin: 0 .35em 0 .2em; }
.violations summary { cursor: pointer; color: var(--violet); font-weight: 600; }
.violations ul { margin: .5rem 0 0; padding-left: 1.25rem; }

/* Tabs */
.tabs {
  position: sticky; top: 0; z-index: 3; margin: 0 -1rem; padding: .25rem 1rem 0;
  background: var(--page); border-bottom: 1px solid var(--line); overflow-x: auto;
  scrollbar-width: thin;
}
.tabs ul { display: flex; gap: .25rem; margin: 0; padding: 0; list-style: none; }
.tabs a {
  display: flex; align-items: center; gap: .5rem; padding: .6rem .9rem; font-weight: 600;
  white-space: nowrap; max-width: 20rem; overflow: hidden; text-overflow: ellipsis;
  text-decoration: none; color: var(--muted); border-bottom: 3px solid transparent;
}
.feedback .tabs a { color: var(--muted); }
.feedback .tabs a:focus-visible { outline-offset: -3px; }
.feedback .tabs a:hover, .feedback .tabs a[aria-selected=true] { color: var(--ink); }
.tabs a[aria-selected=true] { border-bottom-color: var(--accent); }
.badge {
  min-width: 1.5em; padding: 0 .45em; border-radius: 1em; text-align: center; font-size: .8rem;
  background: var(--bad-paper); color: var(--bad); border: 1px solid currentColor;
}
.badge-quiet { background: var(--info-paper); color: var(--info); }
.badge .for-screen-readers { position: absolute; }
.panel { padding-top: .75rem; scroll-margin-top: 3rem; }
.panel-title { margin: .5rem 0; font-size: 1.25rem; }
.scripted .panel-title {
  position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%);
}

/* Bar */
.bar {
  display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; margin-bottom: .75rem;
  padding: .5rem 0; background: var(--page);
}
.bar .count { font-variant-numeric: tabular-nums; }
.marks {
  display: flex; flex: 1 1 10rem; flex-wrap: wrap; gap: 2px; max-height: 4.4rem; padding: 3px;
  overflow-y: auto; scrollbar-width: thin;
}
.marks-many { order: 1; flex-basis: 100%; }
.mark {
  display: inline-flex; align-items: center; justify-content: center; width: 1.5rem; height: 1.5rem;
  border-radius: 5px;
}
.feedback .mark.correct { color: var(--good); }
.feedback .mark.wrong { color: var(--bad); background: var(--bad-paper); }
.mark:hover { box-shadow: inset 0 0 0 1px currentColor; }
.next-failing, .switch, .views {
  display: inline-flex; align-items: center; gap: .4rem; min-height: 2.1rem; margin: 0;
  padding: 0 .7rem; border: 1px solid var(--line); border-radius: 7px; background: var(--card);
  font-size: .9rem; cursor: pointer;
}
.next-failing { font-weight: 600; text-decoration: none; }
.next-failing:hover, .switch:hover, .views label:hover { border-color: var(--accent); }
.views { padding: 0; gap: 0; overflow: hidden; }
.views label {
  display: none; align-items: center; gap: .35rem; padding: .3rem .7rem; cursor: pointer;
}
.views label:has(:checked) { background: var(--info-paper); color: var(--info); font-weight: 600; }
.switch input, .views input { margin: 0; accent-color: var(--accent); }
.views { display: none; }
.panel:has(.hide-correct:checked) .context.correct { display: none; }

/* Contexts */
.context {
  margin-bottom: .6rem; background: var(--card); border: 1px solid var(--line); border-radius: 9px;
  content-visibility: auto; contain-intrinsic-size: auto 3rem;
}
.context > summary {
  display: flex; align-items: center; gap: .5rem; padding: .55rem .9rem; cursor: pointer;
  list-style: none; border-radius: 9px;
}
.context > summary::-webkit-details-marker { display: none; }
.context > summary::after {
  content: ""; flex: none; width: .8rem; height: .8rem; margin-left: auto; background: var(--muted);
  -webkit-mask: var(--icon) center / contain no-repeat;
  mask: var(--icon) center / contain no-repeat;
}
.context[open] > summary::after { transform: rotate(90deg); }
.context.correct > summary .icon, .context.correct > summary .verdict-word { color: var(--good); }
.context.wrong > summary .icon, .context.wrong > summary .verdict-word { color: var(--bad); }
.context.wrong { border-left: 4px solid var(--bad); }
.context .number { color: var(--muted); font-variant-numeric: tabular-nums; }
.context .verdict-word { font-weight: 600; }
.context .gist {
  flex: 1 1 0; min-width: 0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis;
  color: var(--muted); font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  font-size: .875rem;
}
.context[open] .gist { visibility: hidden; }
.context.found { animation: found 1.6s ease-out; }
@keyframes found {
  from { box-shadow: 0 0 0 4px var(--accent); } to { box-shadow: 0 0 0 4px transparent; }
}
.context > .body { padding: .1rem .9rem .9rem; }
.testcase + .testcase { margin-top: .9rem; padding-top: .9rem; border-top: 1px dashed var(--line); }
.body > .description { margin-bottom: .5rem; }
.statement { display: flex; gap: .5rem; align-items: baseline; }
.statement .description { flex: 1; min-width: 0; }
.statement > .icon { align-self: flex-start; margin-top: .28rem; }
.testcase.correct > .statement > .icon { color: var(--good); }
.testcase.wrong > .statement > .icon { color: var(--bad); }
.test { margin-top: .6rem; }
.test > .description { margin-bottom: .3rem; }
.channel {
  display: inline-block; padding: 0 .55em; border: 1px solid currentColor; border-radius: 5px;
  font: .8rem/1.5 ui-monospace, Menlo, Consolas, monospace;
}
.test.correct .channel { color: var(--good); background: var(--good-paper); }
.test.wrong .channel { color: var(--bad); background: var(--bad-paper); }
.output, .difference, .description .source, .message > .source, .rich pre {
  background: var(--well); border: 1px solid var(--line); border-radius: 6px;
}
.output, .message > .source, .rich pre { padding: .4rem .65rem; }
.description .message > .source { padding: .15rem .5rem; }
.output, .message > .source { max-height: 30rem; overflow: auto; }
.no-output { margin: 0; color: var(--muted); font-style: italic; }

/* Differences: one side under the other; side by side where there is room and it is asked for */
.difference { display: block; width: 100%; border-spacing: 0; overflow: hidden; }
.difference thead, .difference tbody { display: block; }
.difference tr { display: grid; grid-template-columns: 2.8rem 2.8rem minmax(0, 1fr); }
.difference thead tr { display: flex; gap: 0 1rem; border-bottom: 1px solid var(--line); }
.difference th { padding: .2rem .65rem; font-size: .8rem; font-weight: 600; text-align: left; }
.difference th.yours { color: var(--bad); }
.difference th.expected { color: var(--good); }
.difference th.yours::before { content: "\\2212\\a0"; }
.difference th.expected::before { content: "+\\a0"; }
.difference td {
  position: relative; padding: 0 .5rem 0 1.4rem; min-height: 1.3rem; white-space: pre-wrap;
}
.difference td.nr {
  padding: 0 .5rem 0 0; text-align: right; color: var(--muted); user-select: none;
}
.nr::before { content: attr(data-line); }
.difference td.nr.yours { grid-area: 1 / 1; }
.difference td.nr.expected { grid-area: 2 / 2; }
.difference td.yours:not(.nr) { grid-area: 1 / 3; background: var(--bad-paper); }
.difference td.expected:not(.nr) { grid-area: 2 / 3; background: var(--good-paper); }
.difference td.yours:not(.nr)::before, .difference td.expected:not(.nr)::before {
  position: absolute; left: .45rem; user-select: none;
}
.difference td.yours:not(.nr)::before { content: "\\2212"; color: var(--bad); }
.difference td.expected:not(.nr)::before { content: "+"; color: var(--good); }
.difference .same td:not(.nr) { background: none; }
.difference .same td:not(.nr)::before { content: none; }
.difference .same td.nr.expected { grid-row: 1; }
.difference .same .expected:not(.nr) { display: none; }
.difference .none { display: none; }
.difference .folded { display: block; text-align: center; color: var(--muted); }
.difference .folded td { display: block; }
.difference del {
  background: var(--bad-mark); text-decoration: none; border-radius: 2px; font-weight: 600;
}
.difference ins {
  background: var(--good-mark); text-decoration: none; border-radius: 2px; font-weight: 600;
}
.unended { margin-left: .5em; color: var(--muted); font-style: italic; user-select: none; }
.blank { position: relative; }
.blank::before {
  content: attr(data-shown); position: absolute; left: 0; color: var(--muted); white-space: pre;
}
@media (min-width: 48rem) {
  .bar { position: sticky; top: 2.9rem; z-index: 2; }
  .views { display: inline-flex; }
  .views label { display: inline-flex; }
  .panel:has([value=split]:checked) .difference tr {
    display: grid; grid-template-columns: 2.8rem minmax(0, 1fr) 2.8rem minmax(0, 1fr);
  }
  .panel:has([value=split]:checked) .difference td { grid-area: auto; }
  .panel:has([value=split]:checked) .difference th { grid-column: span 2; }
  .panel:has([value=split]:checked) .difference .expected.expected { display: block; }
  .panel:has([value=split]:checked) .difference .none {
    display: block; background: var(--well); color: transparent;
  }
  .panel:has([value=split]:checked) .difference .none::before { content: none; }
  .panel:has([value=split]:checked) .difference .folded { display: block; }
}

/* Code */
.listing {
  width: 100%; border-spacing: 0; table-layout: fixed; background: var(--card);
  border: 1px solid var(--line); border-radius: 9px; overflow: hidden;
}
.listing td {
  padding: 0 .65rem; vertical-align: top; white-space: pre-wrap;
  font: .875rem/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
.listing code { font: inherit; }
.listing tr:first-child td { padding-top: .35rem; }
.listing tr:last-child td { padding-bottom: .35rem; }
.listing .nr {
  width: 3.4rem; padding: 0 .6rem 0 0; text-align: right; color: var(--muted); user-select: none;
  background: var(--well);
}
.listing tr { scroll-margin-top: 5rem; }
.listing tr.found td, .listing tr:target td { background: var(--info-paper); }
.listing .remarks td { padding: .2rem .65rem .5rem; white-space: normal; font: inherit; }
.annotation {
  margin: .3rem 0; padding: .4rem .7rem; border-left: 4px solid currentColor;
  border-radius: 0 6px 6px 0;
  max-width: 60rem;
}
.annotation .icon { margin-right: .3em; }
.annotation strong { margin-right: .6em; }
.annotation .text { color: var(--ink); white-space: pre-wrap; }
.annotation a { margin-left: .6em; }
.annotation-error { color: var(--bad); background: var(--bad-paper); }
.annotation-warning { color: var(--warn); background: var(--warn-paper); }
.annotation-info { color: var(--info); background: var(--info-paper); }
.marked {
  text-decoration: underline wavy; text-decoration-skip-ink: none; text-underline-offset: .2em;
}
.marked-error { text-decoration-color: var(--bad); }
.marked-warning { text-decoration-color: var(--warn); }
.marked-info { text-decoration-color: var(--info); }

/* Messages */
.messages { margin: .6rem 0; overflow: clip; overflow-clip-margin: 4px; }
.message + .message { margin-top: .5rem; }
.message-staff, .message-zeus {
  padding: .4rem .8rem; border-left: 4px solid var(--violet); background: var(--card);
  border-radius: 0 6px 6px 0;
}
.audience { color: var(--violet); font-size: .8rem; font-weight: 600; }
.audience .icon { margin-right: .4em; }
.text { white-space: pre-wrap; tab-size: 4; }
.rich { overflow-x: auto; }
.rich > :first-child { margin-top: 0; }
.rich > :last-child { margin-bottom: 0; }
.rich :is(h1, h2, h3, h4, h5, h6) { margin: .8rem 0 .3rem; font-size: 1.05rem; line-height: 1.3; }
.rich h1 { font-size: 1.3rem; }
.rich h2 { font-size: 1.15rem; }
.rich big { font-size: 1.15rem; }
.rich :is(small, sub, sup) { font-size: .85rem; line-height: 1; }
.rich :is(p, ul, ol, dl, table, pre, blockquote) { margin: .5rem 0; }
.rich blockquote { padding-left: .8rem; border-left: 3px solid var(--line); color: var(--muted); }
.rich table { border-collapse: collapse; }
.rich :is(td, th) { padding: .2rem .6rem; border: 1px solid var(--line); text-align: left; }
.rich :is(img, svg) { max-width: 100%; max-height: 60rem; background: #fff; color: #000; }
.rich img { height: auto; }
.rich mark { background: var(--warn-paper); color: var(--ink); }
.callout {
  margin: .5rem 0; padding: .5rem .8rem; border-left: 4px solid currentColor;
  border-radius: 0 6px 6px 0;
}
.callout > * { color: var(--ink); }
.callout-info { color: var(--info); background: var(--info-paper); }
.callout-warning { color: var(--warn); background: var(--warn-paper); }
.callout-danger { color: var(--bad); background: var(--bad-paper); }
p.callout { color: var(--ink); }

/* Source text and consoles */
.source-comment, .source-prompt { color: var(--muted); }
.source-comment { font-style: italic; }
.source-keyword, .source-constant { color: var(--violet); }
.source-string, .source-inserted { color: var(--good); }
.source-number, .source-builtin { color: var(--teal); }
.source-function { color: var(--accent); }
.source-type, .source-attribute { color: var(--warn); }
.source-error, .source-deleted { color: var(--bad); }
.source-heading { font-weight: 700; }
.ansi-bold { font-weight: 700; }
.ansi-dim { opacity: .75; }
.ansi-italic { font-style: italic; }
.ansi-underline { text-decoration: underline; }
.ansi-strike { text-decoration: line-through; }
.ansi-reverse { background: var(--ink); color: var(--card); }

@media (max-width: 30rem) {
  .feedback { padding: .6rem; }
  .tabs { margin: 0 -.6rem; padding: 0 .6rem; }
  .context > summary, .context > .body { padding-left: .65rem; padding-right: .65rem; }
  .difference tr { grid-template-columns: 2rem 2rem minmax(0, 1fr); }
  .difference td.nr { padding-right: .35rem; font-size: .75rem; line-height: 1.7; }
  .listing .nr { width: 2.4rem; padding-right: .4rem; }
  .switch, .views, .next-failing { min-height: 2.6rem; }
}
@media (prefers-reduced-motion: no-preference) {
  .context > summary::after { transition: transform .12s; }
}
@media (prefers-reduced-motion: reduce) {
  .context.found { animation: none; outline: 3px solid var(--accent); }
}
@media (forced-colors: active) {
  .icon, .context > summary::after { forced-color-adjust: none; background: CanvasText; }
}
@media print {
  .feedback { max-width: none; }
  .tabs, .bar { display: none; }
  .panel[hidden] { display: block !important; }
  .icon { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""

STYLESHEET = f"""
:root {{ color-scheme: light dark; {_variables(0)} }}
@media (prefers-color-scheme: dark) {{ :root {{ {_variables(1)} }} }}
{_icon_rules()}
.context > summary::after {{ --icon: url("data:image/svg+xml,{_drawing(_ICONS["open"])}"); }}
{_RULES}
{_ansi_rules()}
"""

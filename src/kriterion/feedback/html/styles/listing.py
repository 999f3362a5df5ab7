"""The Code tab, source text and consoles."""

RULES = """\
/* Code */
.listing {
  width: 100%; border-spacing: 0; table-layout: fixed; background: var(--card);
  border: 1px solid var(--line); border-radius: 9px; overflow: hidden;
}
.file-title { margin: 1.2rem 0 .4rem; font-size: .95rem; }
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
"""

"""Contexts, testcases, tests and what was printed."""

RULES = """\
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
.context.running > summary .icon, .testcase.running > .statement > .icon { color: var(--info); }
.context.correct { border-left: 4px solid var(--good); }
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
.output.whole { user-select: all; }
.extra { margin: .6rem 0; }
.extra > summary { cursor: pointer; color: var(--muted); font-size: .9rem; }
.extra > summary:hover { color: var(--ink); }
.extra h4 { margin: .5rem 0 .2rem; font-size: .85rem; }
p.extra { color: var(--muted); font-size: .9rem; }
.left-out {
  margin: .3rem 0 0; padding: .2rem .65rem; border-left: 3px solid var(--warn); font-size: .9rem;
  background: var(--warn-paper);
}
.no-output { margin: 0; color: var(--muted); font-style: italic; }
"""

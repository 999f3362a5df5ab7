"""Differences: one side under the other; side by side where there is room for it."""

RULES = """\
/* Differences: one side under the other; side by side where there is room and it is asked for */
.difference { display: block; width: 100%; border-spacing: 0; overflow: hidden; }
.difference thead, .difference tbody { display: block; }
.difference tbody { max-height: 30rem; overflow: auto; }
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
.difference del, .compared-tables del {
  background: var(--bad-mark); text-decoration: none; border-radius: 2px; font-weight: 600;
}
.difference ins, .compared-tables ins {
  background: var(--good-mark); text-decoration: none; border-radius: 2px; font-weight: 600;
}

/* Tables: those columns and rows are marked that one side alone has */
.compared-tables {
  width: fit-content; max-width: 100%; overflow-x: auto; background: var(--well);
  border: 1px solid var(--line); border-radius: 6px;
}
.compared-tables table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.compared-tables th, .compared-tables td {
  padding: .15rem .65rem; border: solid var(--line); border-width: 0 0 1px 1px; text-align: left;
  vertical-align: top; white-space: pre-wrap; max-width: 30rem;
}
.compared-tables th { font-size: .875rem; }
.compared-tables td { font: .875rem/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.compared-tables tr :first-child, .compared-tables td.nr { border-left: 0; }
.compared-tables tbody tr:last-child td { border-bottom: 0; }
.compared-tables td.nr {
  min-width: 2.2rem; padding: .15rem .4rem; text-align: right; color: var(--muted);
  user-select: none;
}
.compared-tables :is(th, td).yours { background: var(--bad-paper); }
.compared-tables :is(th, td).expected { background: var(--good-paper); }
.compared-tables th.yours, .legend .yours { color: var(--bad); }
.compared-tables th.expected, .legend .expected { color: var(--good); }
.compared-tables th.yours::before, .legend .yours::before { content: "\\2212\\a0"; }
.compared-tables th.expected::before, .legend .expected::before { content: "+\\a0"; }
.compared-tables tr.yours td.nr:first-child::after { content: " \\2212"; color: var(--bad); }
.compared-tables tr.expected td.nr:nth-child(2)::after { content: " +"; color: var(--good); }
.compared-tables .folded { text-align: center; color: var(--muted); }
.compared-tables .none { background: none; }
.legend {
  display: flex; gap: 0 1rem; padding: .2rem .65rem; font-size: .8rem; font-weight: 600;
  border-bottom: 1px solid var(--line);
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
    gap: 0;
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
"""

"""Differences: one side under the other; side by side where there is room for it."""

RULES = """\
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
"""

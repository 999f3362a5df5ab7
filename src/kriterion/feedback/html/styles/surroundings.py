"""Phones, paper, readers who want less motion or other colours."""

RULES = """\
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
  .output, .message > .source, .difference tbody { max-height: none; overflow: visible; }
  .panel[hidden] { display: block !important; }
  .icon { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""

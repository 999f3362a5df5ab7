"""A grader's report."""

RULES = """\
/* Grader's report */
.report { display: grid; gap: .4rem; }
.report-section { background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.report-section > :not(summary) { margin: .4rem .75rem; }
.report-section > summary, .report-message {
  display: flex; align-items: baseline; gap: .75rem; justify-content: space-between;
  padding: .4rem .75rem; border-left: 5px solid var(--muted); border-radius: 6px;
}
.report-section > summary { font-weight: 600; cursor: pointer; }
.report-section > summary::before { content: "▸"; color: var(--muted); }
.report-section[open] > summary::before { content: "▾"; }
.report-title { flex: 1; }
.report-section.success > summary { border-left-color: var(--good); }
.report-section.failure > summary { border-left-color: var(--bad); }
.report-text { min-width: 0; white-space: pre-wrap; }
.report-text pre { margin: .3rem 0; padding: .4rem .6rem; background: var(--well); }
.report-result { flex: none; font-weight: 600; font-size: .875rem; color: var(--muted); }
.report-message { background: var(--well); }
.report-message.success { border-left-color: var(--good); background: var(--good-paper); }
.report-message.success > .report-result { color: var(--good); }
.report-message.failure { border-left-color: var(--bad); background: var(--bad-paper); }
.report-message.failure > .report-result { color: var(--bad); }
.report-message.warning { border-left-color: var(--warn); background: var(--warn-paper); }
.report-message.warning > .report-result { color: var(--warn); }
.report-message.important { border-left-color: var(--info); background: var(--info-paper); }
.report-message.important > .report-result { color: var(--info); }
"""

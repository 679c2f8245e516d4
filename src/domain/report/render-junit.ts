import type { CaseRow, Report } from './report.ts';
import { visible } from './escape.ts';

/** The report as JUnit XML: one test case per case; red cases are failures, cases that could not be evaluated are errors. */
export function renderJunit(report: Report): string {
  const rows = report.cases.filter((row) => row.candidate !== null);
  const failures = rows.filter(isFailure).length;
  const errors = rows.filter((row) => row.group === 'errors').length;
  const suite = `name="${attribute(report.run.name)}" tests="${rows.length}" failures="${failures}" errors="${errors}" skipped="0" time="${(report.run.duration_ms / 1000).toFixed(3)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${suite}>`,
    `  <testsuite ${suite}>`,
    ...rows.map(testCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** A case fails here when the gate blames it, or when it never passes. */
function isFailure(row: CaseRow): boolean {
  return row.group === 'broken' || (row.candidate !== null && row.candidate.scored > 0 && row.candidate.passed === 0);
}

function testCase(row: CaseRow): string {
  const name = row.name === null ? row.id : `${row.id}: ${row.name}`;
  const file = row.source === null ? '' : ` file="${attribute(row.source.file)}" line="${row.source.line}"`;
  const open = `    <testcase classname="agent-eval" name="${attribute(name)}"${file}`;
  const passed = `${row.candidate?.passed ?? 0} of ${row.candidate?.scored ?? 0} trials passed`;
  if (isFailure(row)) {
    const reasons = row.failures.map((failure) => `${failure.check} (${failure.trials} trials): ${failure.reason}`);
    return `${open}><failure message="${attribute(passed)}">${content([passed, ...reasons].join('\n'))}</failure></testcase>`;
  }
  if (row.group === 'errors') {
    const reasons = row.errors.map((error) => `${error.class} (${error.trials} trials): ${error.message}`);
    return `${open}><error message="no trial could be evaluated">${content(reasons.join('\n'))}</error></testcase>`;
  }
  return `${open}><system-out>${content(passed)}</system-out></testcase>`;
}

function attribute(text: string): string {
  return content(text).replaceAll('"', '&quot;').replace(/\s+/g, ' ');
}

/** Text of an element: markup escaped, and without the characters XML 1.0 forbids. */
function content(text: string): string {
  return visible(text)
    .replace(/[\uFFFE\uFFFF]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

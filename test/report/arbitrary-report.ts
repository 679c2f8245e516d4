import * as fc from 'fast-check';
import type { Report } from '#report/report.ts';
import { saying } from '#test/support/worded.ts';
import { headed, worded } from '../gate/decision/in-words.ts';
import { HOSTILE } from './hostile-texts.ts';
import { reportOf } from './report-of.ts';
import { SITUATIONS } from './situations.ts';

/** Any text that others may write: ordinary, hostile, mixed, or noise. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...Object.values(HOSTILE)),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(fc.constantFrom(...Object.values(HOSTILE).map((text) => text.slice(0, 60))), { maxLength: 6 })
    .map((parts) => parts.join('')),
  fc.array(fc.constantFrom(...'<>&|`*_~[]()#!@:/$\\-+=.\n a1'), { maxLength: 60 }).map((letters) => letters.join('')),
);

/** Any report of a whole run in which every text that others may write is any text. */
export const anyReport: fc.Arbitrary<Report> = fc
  .record({
    base: fc.constantFrom(...Object.values(SITUATIONS).map(reportOf)),
    texts: fc.array(anyText, { minLength: 1, maxLength: 30 }),
    times: fc.integer({ min: 1, max: 8 }),
  })
  .map(({ base, texts, times }) => {
    let next = 0;
    const filled = withTexts(base, () => texts[next++ % texts.length] ?? '');
    return { ...filled, cases: Array.from({ length: times }, () => filled.cases).flat() };
  });

/** A report with every text that others may write replaced: of agents, pull requests, configs, files and servers. */
export function withTexts(report: Report, text: () => string): Report {
  const { run, baseline } = report;
  return {
    ...report,
    heading: headed(text()),
    reasons: report.reasons.map(({ outcome }) => worded(text(), { outcome })),
    run: { ...run, name: text(), config_path: text(), rerun: [text()] },
    baseline:
      baseline.kind === 'none'
        ? { ...baseline, reason: text() }
        : { ...baseline, choice: text(), sha: text(), url: text(), created_at: text() },
    treatment_changes: [
      { kind: 'setting', name: text(), before: text(), after: [text()] },
      { kind: 'prompt_file', before: text(), after: text() },
      { kind: 'tool', tool: text(), server: text(), state: 'changed', parts: [text()] },
    ],
    dull_cases: [{ id: text(), state: 'new', agent: { kind: 'echo', returns: { x: text() }, phrase: text() } }],
    unspoken: { tools: [{ name: text(), server: text() }], prompts: [text()] },
    condition_differences: [{ kind: 'setting', name: text(), after: text() }],
    notes: [text(), text()],
    causes: [{ text: text(), type: text(), trials: 3, cases: [text(), text()] }],
    remarks: [text()],
    cases: report.cases.map((row) => ({
      ...row,
      id: text(),
      name: text(),
      renamed_from: text(),
      tags: [text()],
      source: row.source && { ...row.source, file: text() },
      reason: text(),
      cause: text(),
      cause_type: text(),
      failures: [
        { check: text(), turn: 2, fact: saying(text(), text()), trials: 2 },
        { check: text(), turn: null, fact: saying(text()), trials: 1 },
      ],
      errors: row.errors.map((error) => ({ ...error, class: text(), message: text() })),
      expected: [
        { turn: 1, calls: [text()] },
        { turn: null, calls: [text(), text()] },
      ],
      evidence: {
        trial: 1,
        turn: null,
        calls: [
          { turn: 1, name: text(), arguments: text(), status: 'ok' },
          { turn: 2, name: text(), arguments: text(), status: 'error' },
        ],
        paired: [{ turn: null, pairs: [[0, 1]], wrong: { expected: 1, made: null } }],
        more_calls: 3,
        output: text(),
      },
    })),
    tags: report.tags.map((row) => ({ ...row, tag: text() })),
    policy: { [text()]: text(), never_fail: [text()] },
  };
}

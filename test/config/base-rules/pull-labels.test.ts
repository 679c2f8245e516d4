import { expect, test } from 'vitest';
import { knownLabels, readLabels } from '#config/base-rules/pull-labels.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';

/** A suite under these rules of main. */
function suite(rules: string) {
  const parsed = parseConfig(
    `version: 1\nagent: {command: [agent]}\ncases: [a.yml]\ngate: {on_inconclusive: fail}\n${rules}`,
    'agent-eval.yml',
  );
  mustBeRead(parsed);
  return { config: parsed.config };
}

const BOTH = suite('pull_request_labels: {start: true, skip: true}');
const NONE = suite('');
const labels = (...names: string[]) => ({
  ...{ names, known: knownLabels('eval'), by_hand: false, awaits_ready: null },
});

test('by default labels withhold nothing, and the report says that a skip has no effect', () => {
  expect(readLabels(labels(), NONE, true)).toMatchObject({ withheld: null, notes: [] });
  const skipped = readLabels(labels('eval: skip'), NONE, true);
  expect(skipped.withheld).toBeNull();
  expect(skipped.notes[0]).toContain('has no effect');
});

test('a skip that main allows does not block; waiting for a label does as main says', () => {
  const skipped = readLabels(labels('eval', 'eval: skip'), BOTH, true);
  expect(skipped.withheld).toEqual({ kind: 'skipped', label: 'eval: skip', start: 'eval' });
  expect(skipped.suite.config.gate.on_inconclusive).toBe('warn');
  const waiting = readLabels(labels(), BOTH, true);
  expect(waiting.withheld).toEqual({ kind: 'waiting', label: 'eval', start: 'eval' });
  expect(waiting.suite.config.gate.on_inconclusive).toBe('fail');
  for (const label of ['eval', 'eval: full']) expect(readLabels(labels(label), BOTH, true).withheld).toBeNull();
});

test("rules that are not main's allow nothing, and what was started by hand runs", () => {
  expect(readLabels(labels('eval: skip'), BOTH, false).withheld).toBeNull();
  expect(readLabels({ ...labels('eval: skip'), by_hand: true }, BOTH, true).withheld).toBeNull();
  expect(readLabels(undefined, BOTH, true).withheld).toBeNull();
});

test.each([
  ['is left unevaluated where the workflow starts again', 'drafts: skip', labels(), true, 'draft', 0],
  ['is evaluated where nothing would start when it is ready, and told why', 'drafts: skip', labels(), false, null, 1],
  ['is evaluated on request', 'drafts: skip', labels('eval'), true, null, 0],
  ['is evaluated where main says nothing', '', labels(), true, null, 0],
] as const)('a draft %s', (_, rules, asked, awaits_ready, kind, notes) => {
  const read = readLabels({ ...asked, awaits_ready }, suite(rules), true);
  expect([read.withheld?.kind ?? null, read.notes.length]).toEqual([kind, notes]);
  expect(read.suite.config.gate.on_inconclusive).toBe(kind === null ? 'fail' : 'warn');
  expect(readLabels({ ...asked, awaits_ready }, suite(rules), false).withheld, "by main's rules").toBeNull();
});

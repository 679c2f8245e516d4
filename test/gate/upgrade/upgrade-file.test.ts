import { expect, test } from 'vitest';
import { type UpgradeFile, upgradeFileSchema } from '#gate/upgrade/upgrade-file.ts';

const NOTHING = {
  figures: {
    ...{ models: [], scored: 0, passed: 0, pass_rate: null, ci95: null, tool_recall: null },
    ...{ tokens: null, cost_usd: null, latency_p95: null, cost_per_pass_usd: null },
  },
  frontier: null,
};

const FILE: UpgradeFile = {
  schema_version: 1,
  sha: null,
  date: '2026-11-30T12:00:00.000Z',
  agent: null,
  part: false,
  file: 'agent-eval.yml',
  places: [{ path: ['agent', 'openai', 'model'], line: 2 }],
  margin: 0.1,
  error: 0.05,
  cases: 2,
  today: { model: 'old', ...NOTHING },
  candidates: [
    {
      model: 'new',
      standing: { kind: 'shown' },
      rounds: 4,
      falls: [{ id: 'refund', today: { passed: 4, scored: 4 }, candidate: { passed: 3, scored: 4 }, proven: false }],
      ...NOTHING,
    },
  ],
  said: { low: 16, high: 16, most: 20, cost_usd: null },
  spent: { trials: 16, cost_usd: null },
  notes: [],
};

test.each<[string, (file: UpgradeFile) => object]>([
  ['of a newer version', (file) => ({ ...file, schema_version: 2 })],
  ['without a place of the id', (file) => ({ ...file, places: [] })],
  ['without candidates', (file) => ({ ...file, candidates: [] })],
  [
    'with a standing that nobody knows',
    (file) => ({ ...file, candidates: [{ ...file.candidates[0], standing: { kind: 'good' } }] }),
  ],
  [
    'with more passes than trials',
    (file) => ({
      ...file,
      candidates: [
        { ...file.candidates[0], falls: [{ ...file.candidates[0]?.falls[0], today: { passed: 2, scored: 1 } }] },
      ],
    }),
  ],
])('upgrade.json is refused %s', (_, changed) => {
  expect(upgradeFileSchema.safeParse(FILE).success).toBe(true);
  expect(upgradeFileSchema.safeParse(changed(FILE)).success).toBe(false);
});

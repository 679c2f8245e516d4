import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { epochOf } from '#gate/baseline/epoch/epoch.ts';
import { poolRuns as poolRunsOf } from '#gate/baseline/pool/pool.ts';
import type { Epoch, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { always } from '#test/support/always.ts';
import { expectSaid } from '#test/support/said.ts';
import { type MainFacts, mainRun } from '../main-run.ts';

const EPOCH: Epoch = { id: 'e1', since: 'abcdef0123', reason: null, cases: {} };

/** As a run that began with the nearest sees them. */
const poolRuns = (runs: readonly ResultsFile[]) => poolRunsOf(runs, runs[0]?.created_at ?? '');

describe('which runs are pooled', () => {
  test('no runs make no pool, and the nearest is always in it', () => {
    expect(poolRuns([])).toEqual({ runs: [], left_out: [] });
    const handmade = mainRun(1, [], { created_at: '', commit: { pull_request: 4 } });
    expect(poolRuns([handmade])).toEqual({ runs: [handmade], left_out: [] });
  });

  test('the ten nearest of like runs, in their order', () => {
    const runs = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((day) => mainRun(day));
    const more = ['x', 'y', 'z'].map((id) => mainRun(1, [], { run_id: id }));
    const all = [...runs, ...more];
    const { runs: pooled, left_out } = poolRuns(all);
    expect(pooled).toEqual(all.slice(0, 10));
    expect(left_out).toEqual([
      expect.stringMatching(/^run y .* is not pooled: 10 nearer runs are$/),
      expect.stringMatching(/^run z .* is not pooled: 10 nearer runs are$/),
    ]);
  });

  test('a run that is left out takes nobody’s place', () => {
    const runs = [9, 8, 7, 6, 5, 4, 3].map((day) => mainRun(day, [], day === 8 ? { metrics_version: 3 } : {}));
    expect(poolRuns(runs).runs).toEqual(runs.filter((_, at) => at !== 1));
  });

  test.each<[string, MainFacts]>([
    ['the same commit', { sha: 'sha-9' }],
    ['another prompt or command', { agent: { treatment_hash: 'other', treatment: { command: ['new.py'] } } }],
    ['no time of finishing', { finished_at: null }],
    ['a later day than a nearer commit', { created_at: '2026-01-15T00:00:00Z' }],
    ['fourteen days between, to the millisecond', { created_at: '2025-12-26T02:00:00.000+02:00' }],
  ])('%s is no reason to leave a run out', (_, facts) => {
    expect(poolRuns([mainRun(9), mainRun(8, [], facts)]).runs).toHaveLength(2);
  });
});

describe('why a run is left out', () => {
  test('is told as the golden file says', () => {
    return expectSaid(new URL('golden/left-out.txt', import.meta.url), (text) => {
      const [, nearest = '', other = ''] = /^nearest (.*)\nother (.*)$/.exec(text) ?? [];
      const runs = [
        mainRun(20, [], JSON.parse(nearest)),
        mainRun(19, [], { run_id: 'run-1', ...JSON.parse(other) }),
      ] as const;
      const { runs: pooled, left_out } = poolRuns(runs);
      expect(pooled).toEqual(runs.slice(0, 1));
      return left_out.map((line) => line.replace('run run-1 (sha-19) is not pooled: ', ''));
    });
  });

  test('trials that confirmed a failure are a sample of bad days', () => {
    const { run, ...other } = mainRun(8);
    expect(poolRuns([mainRun(9), { ...other, run: { ...run, side: 'confirm' } }]).left_out).toEqual([
      'run run-8 (sha-8) is not pooled: its trials were run to confirm a failure',
    ]);
  });

  test('a run without id and commit is named all the same', () => {
    expect(poolRuns([mainRun(9), mainRun(8, [], { run_id: null, sha: null, created_at: '' })]).left_out[0]).toMatch(
      /^an earlier run is not pooled: /,
    );
  });
});

describe('times', () => {
  test('fourteen days count from the run that compares, and the nearest run counts whatever its age', () => {
    const runs = [mainRun(8), mainRun(7), mainRun(3)];
    expect(poolRunsOf(runs, '2026-01-21T00:00:00Z')).toEqual({
      runs: runs.slice(0, 2),
      left_out: ['run run-3 (sha-3) is not pooled: it was made more than 14 days before this run'],
    });
    expect(poolRunsOf(runs, '2026-03-01T00:00:00Z').runs).toEqual(runs.slice(0, 1));
  });
});

test('runs without an epoch are pooled with each other and with the followers that are called after the nearest of them', () => {
  const nameless = [mainRun(3), mainRun(2), mainRun(1)];
  const first = mainRun(4, [], { epoch: epochOf(mainRun(4), nameless).epoch });
  const second = mainRun(5, [], { epoch: epochOf(mainRun(5), [first, ...nameless]).epoch });
  expect(poolRuns([second, first, ...nameless])).toEqual({ runs: [second, first, ...nameless], left_out: [] });
  expect(poolRuns([second, mainRun(2), mainRun(1)]).runs).toEqual([second]);
});

test('every run is pooled or named, and the rest of a list never changes what its beginning pools', () => {
  const kinds: readonly MainFacts[] = [
    {},
    { epoch: EPOCH },
    { metrics_version: 3 },
    { created_at: 'x' },
    { run_id: 'same' },
  ];
  always(
    fc.property(fc.array(fc.nat(kinds.length - 1), { minLength: 1, maxLength: 12 }), fc.nat(12), (picks, length) => {
      const runs = picks.map((pick, i) => mainRun(20 - i, [], kinds[pick] ?? {}));
      const { runs: pooled, left_out } = poolRuns(runs);
      expect(pooled.length + left_out.length).toBe(runs.length);
      expect(pooled.length).toBeLessThanOrEqual(10);
      const beginning = runs.slice(0, Math.max(1, length));
      expect(poolRuns(beginning).runs).toEqual(pooled.filter((run) => beginning.includes(run)));
    }),
    { seed: 31 },
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOfShard } from '#cases/suite/selection/shard.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { mergeShards } from '#gate/baseline/shards/merge-shards.ts';
import { shardProblems } from '#gate/baseline/shards/shard-problems.ts';
import { always } from '#test/support/always.ts';
import { caseRecord, outcomes, resultsFile } from '#test/support/results.ts';

const IDS = Array.from({ length: 9 }, (_, i) => `case-${i}`);
const RUN = { id: '7', attempt: 1, event: 'push', workflow: 'w', key: null, side: 'candidate' } as const;

/** What the merging job knows before it looks at shards. */
const WHOLE = resultsFile(
  IDS.map((id) => caseRecord(id, { planned_trials: 5, trials: [], never_fail: id === 'case-3' })),
  { run: { ...RUN, attempt: 2 }, looks: [5], stop: { look: 5, reason: 'cap' } },
);

function shardsOf(of: number, change: (results: ResultsFile, index: number) => ResultsFile = (results) => results) {
  return Array.from({ length: of }, (_, position) => {
    const shard = { index: position + 1, of, stopped: null };
    const cases = casesOfShard(
      IDS.map((id) => caseRecord(id, { trials: outcomes(4, 1) })),
      shard,
    );
    const facts = { run: { ...RUN, shard }, looks: [5], stop: { look: 5, reason: 'cap' } } as const;
    return { index: shard.index, results: change(resultsFile(cases, facts), shard.index) };
  });
}

function mergedOf(shards: ReturnType<typeof shardsOf>) {
  return mergeShards(
    WHOLE,
    shards.map(({ results }) => results),
  );
}

function withCases(results: ResultsFile, facts: (item: CaseRecord) => Partial<CaseRecord>): ResultsFile {
  return { ...results, cases: results.cases.map((item) => ({ ...item, ...facts(item) })) };
}

describe('shards that belong together', () => {
  test('become one run, whatever their number and order', () => {
    always(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.infiniteStream(fc.nat()), (of, order) => {
        const shards = shardsOf(of);
        const shuffled = shards
          .map((shard) => ({ shard, place: order.next().value }))
          .sort((left, right) => Number(left.place) - Number(right.place))
          .map(({ shard }) => shard);
        expect(shardProblems(WHOLE, shuffled)).toEqual([]);
        const merged = mergedOf(shuffled);
        expect(merged.cases.map(({ id }) => id)).toEqual(IDS);
        expect(merged.cases.every(({ trials, planned_trials }) => trials.length === 5 && planned_trials === 5)).toBe(
          true,
        );
        expect(merged).toMatchObject({
          run: { attempt: 2 },
          looks: [5],
          stop: { look: 5, reason: 'cap' },
          complete: true,
        });
        expect(merged.run).not.toHaveProperty('shard');
      }),
    );
  });

  test('say together what cut one of them short, which models served any of them, and what their provider did', () => {
    const shards = shardsOf(3, (results, index) => ({
      ...results,
      complete: index !== 2,
      appended: index === 3,
      stop: { look: 5, reason: index === 2 ? 'budget' : 'cap' },
      agent: { ...results.agent, models: [`model-${index % 2}`] },
      created_at: `2026-01-01T00:0${index}:00.000Z`,
      finished_at: `2026-01-01T00:1${index}:00.000Z`,
      ...(index > 1 && {
        incident: { rounds: [1, index], calls: 10 * index, refused: [{ status: 503, calls: index }], late: 1 },
      }),
    }));
    expect(mergedOf(shards)).toMatchObject({
      complete: false,
      appended: true,
      stop: { reason: 'budget' },
      agent: { models: ['model-0', 'model-1'] },
      created_at: '2026-01-01T00:01:00.000Z',
      finished_at: '2026-01-01T00:13:00.000Z',
      incident: { rounds: [1, 2, 3], calls: 50, refused: [{ status: 503, calls: 5 }], late: 2 },
    });
  });
});

describe('shards that do not belong together are refused', () => {
  const only = (index: number, change: (results: ResultsFile) => ResultsFile) =>
    shardsOf(3, (results, at) => (at === index ? change(results) : results));

  test.each<[what: string, shards: ReturnType<typeof shardsOf>, words: RegExp]>([
    ['none at all', [], /no job of this run stored the results of a shard/],
    ['one is missing', shardsOf(3).filter(({ index }) => index !== 2), /^shard 2 of 3 is missing/],
    [
      'another commit',
      only(2, (r) => ({ ...r, commit: { ...r.commit, sha: 'b'.repeat(40) } })),
      /^shard 2 of 3 \(of bbbbbbb, attempt 1\) differs from this job in commit$/,
    ],
    ['another config', only(1, (r) => ({ ...r, config: { ...r.config, hash: 'x' } })), /in config$/],
    ['other conditions', only(1, (r) => ({ ...r, agent: { ...r.agent, key: 'x' } })), /in conditions$/],
    ['another agent', only(1, (r) => ({ ...r, agent: { ...r.agent, treatment_hash: 'x' } })), /in agent$/],
    ['another policy', only(1, (r) => ({ ...r, policy: { ...r.policy, hash: 'x' } })), /in policy$/],
    ['another key', only(3, (r) => ({ ...r, run: { ...r.run, key: 'x' } })), /in key$/],
    ['another run', only(3, (r) => ({ ...r, run: { ...r.run, id: '8' } })), /in run$/],
    ['another side', only(3, (r) => ({ ...r, run: { ...r.run, side: 'baseline' } })), /in side$/],
    ['no shard', only(3, ({ run, ...r }) => ({ ...r, run: RUN })), /artifact of shard 3 holds the results of no shard/],
    [
      'another number',
      only(3, (r) => ({ ...r, run: { ...r.run, shard: { index: 1, of: 3, stopped: null } } })),
      /artifact of shard 3 holds the results of shard 1 of 3/,
    ],
    [
      'another count',
      only(3, (r) => ({ ...r, run: { ...r.run, shard: { index: 3, of: 4, stopped: null } } })),
      /do not agree on how many there are: 3 and 4/,
    ],
    ['other looks', only(2, (r) => ({ ...r, looks: [3] })), /^shard 2 planned 3 trials per case, this job plans 5/],
    ['more looks', only(2, (r) => ({ ...r, looks: [5, 9] })), /^shard 2 planned 9 trials per case, this job plans 5/],
    ['a case twice', only(2, (r) => ({ ...r, cases: IDS.map((id) => caseRecord(id)) })), /which another shard ran too/],
    [
      'a case of its own',
      only(2, (r) => ({ ...r, cases: [...r.cases, caseRecord('new')] })),
      /ran the case new in a version that differs from this checkout/,
    ],
    ['a case left out', only(2, (r) => ({ ...r, cases: [] })), /no shard ran the cases? case-/],
  ])('%s', (_, shards, words) => {
    expect(shardProblems(WHOLE, shards).join('\n')).toMatch(words);
  });
});

describe('how often a case is run', () => {
  const planning = (count: number, facts: Partial<ResultsFile> = {}) =>
    shardsOf(3, (results, at) =>
      at === 2 ? withCases({ ...results, ...facts }, () => ({ planned_trials: count })) : results,
    );
  const ofAgent = (kind: string, results: ResultsFile) => ({ ...results, agent: { ...results.agent, kind } });
  const shardsOfAgent = (kind: string, shards: ReturnType<typeof shardsOf>) =>
    shards.map(({ index, results }) => ({ index, results: ofAgent(kind, results) }));

  test.each([1, 4, 6])(
    'is not for a shard to say: %d trials of a case where the whole run plans 5 are refused',
    (count) => {
      expect(shardProblems(WHOLE, planning(count))).toEqual([
        expect.stringMatching(/^shard 2 planned a different number of trials of the cases case-.* than this job;/),
      ]);
    },
  );

  test('is the number that a case names for itself, and no other', () => {
    const own = (count: number) => () => ({ fixed_trials: true, planned_trials: count });
    const whole = withCases(WHOLE, own(2));
    const shards = (count: number) => shardsOf(2, (results) => withCases(results, own(count)));
    expect(shardProblems(whole, shards(2))).toEqual([]);
    expect(shardProblems(whole, shards(1))).toHaveLength(2);
  });

  test('may be less where answers are stored, of which there may be fewer', () => {
    const fewer = planning(3, { looks: [3] });
    expect(shardProblems(WHOLE, fewer)).not.toEqual([]);
    expect(shardProblems(ofAgent('recorded', WHOLE), shardsOfAgent('recorded', fewer))).toEqual([]);
    const replay = ({ trials }: CaseRecord) => ({
      trials: trials.map((trial) => ({ ...trial, source: 'replayed' as const })),
    });
    const replayed = fewer.map(({ index, results }) => ({ index, results: withCases(results, replay) }));
    expect(shardProblems(WHOLE, replayed)).toEqual([]);
  });

  test('may be more where trials were added to those of earlier runs, and the latest look of a shard is that of the run', () => {
    const more = planning(10, { looks: [10], stop: { look: 10, reason: 'cap' }, appended: true });
    expect(shardProblems(WHOLE, more)).toEqual([]);
    expect(mergedOf(more)).toMatchObject({ looks: [10], stop: { look: 10 }, appended: true });
    expect(shardProblems(WHOLE, planning(4, { appended: true }))).toHaveLength(1);
  });
});

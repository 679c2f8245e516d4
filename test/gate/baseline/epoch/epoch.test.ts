import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare } from '#gate/baseline/comparison/compare.ts';
import { type EpochReading, epochOf } from '#gate/baseline/epoch/epoch.ts';
import { poolRuns } from '#gate/baseline/pool/pool.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { seededRandom } from '#statistics/seeded-random.ts';
import { always } from '#test/support/always.ts';
import { type CaseFacts, caseRecord, resultsFile, trialRecord } from '#test/support/results.ts';
import { tries } from '#test/support/tries.ts';
import { lettersOf, type MainFacts, mainRun, trialsOf } from '../main-run.ts';

/** Ten cases that pass `ok` of five trials each; `facts` by id replace that. */
function suite(ok: number, odd: Record<string, CaseFacts> = {}): CaseRecord[] {
  return 'abcdefghij'.split('').map((id) => caseRecord(id, { trials: passing(ok), ...odd[id] }));
}

function passing(ok: number, of = 5) {
  return trialsOf('p'.repeat(ok) + 'f'.repeat(of - ok));
}

/** Runs of main one after another, each with the epoch that the earlier ones give it; nearest first. */
function history(...runs: readonly ((day: number) => ResultsFile)[]): ResultsFile[] {
  const earlier: ResultsFile[] = [];
  for (const [i, make] of runs.entries()) earlier.unshift(withEpoch(make(i + 1), earlier));
  return earlier;
}

function withEpoch(run: ResultsFile, earlier: readonly ResultsFile[]): ResultsFile {
  return { ...run, epoch: epochOf(run, earlier).epoch };
}

const run =
  (cases: readonly CaseRecord[], facts: MainFacts = {}) =>
  (day: number) =>
    mainRun(day, cases, facts);

function next(earlier: readonly ResultsFile[], cases: readonly CaseRecord[], facts: MainFacts = {}): EpochReading {
  return epochOf(mainRun(earlier.length + 1, cases, facts), earlier);
}

const steady = history(run(suite(5)), run(suite(5)), run(suite(5)));

describe('an epoch that goes on', () => {
  test('the first run of main begins the first epoch', () => {
    expect(epochOf(mainRun(1, suite(5)), [])).toEqual({
      epoch: { id: expect.stringMatching(/^[0-9a-f]{16}$/), since: 'sha-1', reason: null, cases: {} },
      changes: [],
    });
  });

  test('it keeps why it began and the marks of its cases, as long as they exist', () => {
    const epoch = { id: 'e', since: 's', reason: 'why', cases: { a: 's1', gone: 's1', b: 's2' } };
    const earlier = [mainRun(2, suite(5), { epoch }), mainRun(1, suite(5), { epoch })];
    expect(next(earlier, suite(5)).epoch).toEqual({ ...epoch, cases: { a: 's1', b: 's2' } });
  });

  test('a mark goes with a case that is renamed', () => {
    const epoch = { id: 'e', since: 's', reason: null, cases: { a: 's1' } };
    const renamed = caseRecord('z', { input_hash: 'input of a', expect_hash: 'expectation of a' });
    expect(next([mainRun(1, suite(5), { epoch })], [renamed]).epoch.cases).toEqual({ z: 's1' });
  });

  test('a mark waits for a case that main drops and takes back', () => {
    const epoch = (cases: Record<string, string>) => ({ id: 'e', since: 's', reason: null, cases });
    const earlier = [mainRun(2, [], { epoch: epoch({}) }), mainRun(1, suite(5), { epoch: epoch({ a: 's1' }) })];
    expect(next(earlier, suite(5)).epoch.cases).toEqual({ a: 's1' });
  });

  test('an earlier attempt of the run itself is no earlier run', () => {
    const attempt = mainRun(3, suite(0), { epoch: steady[0]?.epoch ?? null });
    expect(epochOf(mainRun(3, suite(5)), [attempt, ...steady.slice(1)])).toEqual({
      epoch: steady[1]?.epoch,
      changes: [],
    });
  });

  test('runs that share no case with the new one say nothing against it', () => {
    expect(next(steady, [caseRecord('new', { trials: passing(0) })])).toEqual({ epoch: steady[0]?.epoch, changes: [] });
  });

  test('what could not be judged, was replayed, was run beyond the plan or served again by a cache is no change', () => {
    const facts: Record<string, CaseFacts> = {
      a: { trials: trialsOf('eeeee') },
      b: { trials: passing(0).map((trial) => trialRecord({ ...trial, source: 'replayed' })) },
      c: {
        trials: [...passing(1, 1), ...passing(0, 9).map((trial) => ({ ...trial, index: trial.index + 1 }))],
        planned_trials: 1,
      },
      d: { trials: passing(0).map((trial) => ({ ...trial, response_ids_hash: 'one' })) },
    };
    expect(next(steady, suite(5, facts)).changes).toEqual([]);
  });
});

describe('runs that name no epoch', () => {
  const nameless = [mainRun(3, suite(5)), mainRun(2, suite(5)), mainRun(1, suite(5))];

  test('a run that differs from them begins one of its own', () => {
    const changed = withEpoch(mainRun(4, suite(1)), nameless);
    expect(changed.epoch).toMatchObject({ since: 'sha-4' });
    expect(poolRuns([changed, ...nameless], changed.created_at).runs).toEqual([changed]);
  });
});

describe('a suite that changes', () => {
  test.each<[string, number, number]>([
    ['falls', 5, 2],
    ['rises', 2, 5],
  ])('begins an epoch when its pass rate %s', (_, before, now) => {
    const earlier = history(run(suite(before)), run(suite(before)), run(suite(before)));
    const { epoch, changes } = next(earlier, suite(now));
    expect(epoch).toMatchObject({ since: 'sha-4', cases: {} });
    expect(epoch.id).not.toBe(earlier[0]?.epoch?.id);
    expect(epoch.reason).toBe(`the pass rate went from ${before * 20} % to ${now * 20} % (p < 0.001)`);
    expect(changes[0]).toMatchObject({
      kind: 'suite',
      before: expect.closeTo(before / 5, 12),
      now: expect.closeTo(now / 5, 12),
      cases: 10,
    });
    const newest = withEpoch(mainRun(4, suite(now)), earlier);
    expect(poolRuns([newest, ...earlier], newest.created_at).runs).toHaveLength(1);
  });

  test('names the cases that changed beyond chance besides', () => {
    const { changes } = next(steady, suite(3, { a: { trials: passing(0) } }));
    expect(changes.map((change) => (change.kind === 'case' ? change.id : change.kind))).toEqual(['suite', 'a']);
  });

  test('two changes at one commit begin two epochs', () => {
    const same = { sha: 'one' };
    const earlier = history(run(suite(5), same), run(suite(1), same), run(suite(5), same));
    expect(new Set(earlier.map(({ epoch }) => epoch?.id)).size).toBe(3);
  });
});

describe('a case that changes', () => {
  // Among many flaky cases one case does not move the suite.
  const flaky = Array.from({ length: 40 }, (_, i) => caseRecord(`flaky-${i}`, { trials: passing(3) }));

  test('is marked with the commit, and the epoch goes on', () => {
    const broken = caseRecord('a', { trials: trialsOf('fffff') });
    const earlier = history(...[1, 2, 3, 4].map(() => run([caseRecord('a'), ...flaky])));
    const { epoch, changes } = next(earlier, [broken, ...flaky]);
    expect(epoch).toEqual({ ...earlier[0]?.epoch, cases: { a: 'sha-5' } });
    expect(changes).toEqual([
      {
        kind: 'case',
        id: 'a',
        before: { passed: 20, trials: 20 },
        now: { passed: 0, trials: 5 },
        p: expect.any(Number),
        cause: 'main',
      },
    ]);
    expect(changes.every((change) => 'p' in change && change.p < 0.01)).toBe(true);

    const changed = { ...mainRun(5, [broken, ...flaky]), epoch };
    const { cases } = compare(resultsFile([broken, ...flaky]), [changed, ...earlier]);
    expect(cases[0]?.runs.map(lettersOf)).toEqual(['fffff', '', '', '', '']);
    expect(cases[1]?.runs.map(lettersOf)).toEqual(Array(5).fill('pppff'));
  });

  test('for the better is marked as well', () => {
    const of = (ok: number) => [caseRecord('a', { trials: passing(ok) }), ...flaky];
    const earlier = history(...[1, 2, 3, 4].map(() => run(of(0))));
    const { epoch, changes } = next(earlier, of(5));
    expect(changes).toMatchObject([{ kind: 'case', id: 'a', before: { passed: 0 }, now: { passed: 5 } }]);
    expect(epoch.cases).toEqual({ a: 'sha-5' });
  });

  test.each<[string, MainFacts]>([
    ['without a commit', { sha: null }],
    ['at a commit that marks it already', { sha: 'marked' }],
  ])('%s it is marked with a name that only this run has', (_, facts) => {
    const of = (ok: number) => [caseRecord('a', { trials: passing(ok) }), ...flaky];
    const epoch = { id: 'e', since: null, reason: null, cases: { a: 'marked' } };
    const earlier = [4, 3, 2, 1].map((day) => mainRun(day, of(5), { epoch }));
    expect(next(earlier, of(0), facts).epoch.cases['a']).toMatch(/^[0-9a-f]{16}$/);
  });

  test('few trials of a single case are no change', () => {
    expect(next(history(run([caseRecord('a')])), [caseRecord('a', { trials: passing(2) })]).changes).toEqual([]);
  });
});

describe('settings that change', () => {
  const model = (name: string): MainFacts => ({ agent: { treatment: { model: name, temperature: 0 } } });

  test('another declared model begins an epoch whatever the rates', () => {
    const earlier = history(run(suite(5), model('old')), run(suite(5), model('old')));
    expect(next(earlier, suite(5), model('new'))).toEqual({
      epoch: {
        id: expect.any(String),
        since: 'sha-3',
        reason: 'the declared model or sampling changed: model: old before, new now',
        cases: {},
      },
      changes: [{ kind: 'declared', differences: [{ kind: 'setting', name: 'model', before: 'old', after: 'new' }] }],
    });
  });

  test('so do other conditions, of which rates say nothing', () => {
    const { epoch, changes } = next(steady, suite(0), { agent: { key: 'k', conditions: { max_steps: 3 } } });
    expect(epoch.reason).toBe('the conditions of a run changed: max_steps: absent before, 3 now');
    expect(changes).toEqual([{ kind: 'conditions', differences: [{ kind: 'setting', name: 'max_steps', after: 3 }] }]);
  });

  test('another prompt begins none while the rates stay', () => {
    const { epoch } = next(steady, suite(5), { agent: { treatment_hash: 't2', treatment: { prompt_hash: 'p2' } } });
    expect(epoch).toEqual(steady[0]?.epoch);
  });
});

describe('who changed main', () => {
  const builtIn: MainFacts = { agent: { kind: 'openai' } };

  test.each<[string, MainFacts, MainFacts, 'main' | 'provider']>([
    ['another commit of a program', {}, {}, 'main'],
    ['one commit', { sha: 's' }, { sha: 's' }, 'provider'],
    ['a built-in agent with one treatment', builtIn, builtIn, 'provider'],
    ['a built-in agent with another prompt', builtIn, { agent: { kind: 'openai', treatment_hash: 't2' } }, 'main'],
    [
      'unknown commits and treatments',
      { sha: null, agent: { kind: 'openai', treatment_hash: '' } },
      { sha: null, agent: { kind: 'openai', treatment_hash: '' } },
      'main',
    ],
  ])('%s', (_, before, now, cause) => {
    const { changes } = next(history(run(suite(5), before), run(suite(5), before)), suite(1), now);
    expect(changes[0]).toMatchObject({ kind: 'suite', cause });
  });

  test('a commit that one run of the pool had is not enough', () => {
    const earlier = history(run(suite(5), { sha: 'old' }), run(suite(5), { sha: 'new' }));
    expect(next(earlier, suite(1), { sha: 'new' }).changes[0]).toMatchObject({ kind: 'suite', cause: 'main' });
  });
});

test('the order of cases and trials changes nothing', () => {
  const letters = fc.string({ unit: fc.constantFrom('p', 'f', 'e'), minLength: 1, maxLength: 8 });
  always(
    fc.property(fc.array(fc.tuple(letters, letters), { minLength: 1, maxLength: 5 }), (counts) => {
      const cases = (side: 0 | 1) => counts.map((pair, i) => caseRecord(`case-${i}`, { trials: trialsOf(pair[side]) }));
      const turned = (items: readonly CaseRecord[]) =>
        items.map((item) => ({ ...item, trials: item.trials.toReversed() })).toReversed();
      const plain = epochOf(mainRun(2, cases(0)), [mainRun(1, cases(1))]);
      expect(epochOf(mainRun(2, turned(cases(0))), [mainRun(1, turned(cases(1)))])).toEqual(plain);
    }),
    { seed: 51 },
  );
});

test('hardly two unchanged runs in a hundred begin an epoch or mark a case', () => {
  const random = seededRandom(52);
  const [passed, failed] = [trialsOf('p'.repeat(25)), trialsOf('f'.repeat(25))];
  const draw = (rates: readonly number[], trials: number): CaseRecord[] =>
    rates.map((rate, i) => {
      const drawn = Array.from({ length: trials }, (_, at) => (random() < rate ? passed : failed)[at]);
      return caseRecord(`case-${i}`, { trials: drawn.filter((trial) => trial !== undefined) });
    });
  const runs = tries(600);
  let changed = 0;
  for (let i = 0; i < runs; i += 1) {
    const rates = Array.from({ length: 30 }, (_, at) => (at % 3 === 0 ? 0.6 + 0.35 * random() : 0.98));
    if (epochOf(mainRun(2, draw(rates, 5)), [mainRun(1, draw(rates, 25))]).changes.length > 0) changed += 1;
  }
  // At most 1 % each for suite and cases; the tests are discrete, so a little less. Standard error of 600 runs: 0.5 %.
  expect(changed / runs).toBeGreaterThan(0.004);
  expect(changed / runs).toBeLessThan(0.03);
});

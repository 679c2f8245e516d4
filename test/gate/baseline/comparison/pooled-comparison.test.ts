import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare } from '#gate/baseline/comparison/compare.ts';
import type { ComparedCase } from '#gate/baseline/comparison/comparison.ts';
import { evidence } from '#gate/baseline/results/evidence.ts';
import type { CaseRecord, Epoch, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { always } from '#test/support/always.ts';
import { type CaseFacts, caseRecord, resultsFile, trialRecord } from '#test/support/results.ts';
import { lettersOf, mainRun, trialsOf } from '../main-run.ts';

describe('what the runs of a pool give a case', () => {
  test('trials of all runs, the nearest first and apart as well', () => {
    const item = pooled([caseOf('ppf')], [caseOf('ffe')], [caseOf('p')]);
    expect(lettersOf(item.baseline?.trials ?? [])).toBe('ppfffep');
    expect(item.runs.map(lettersOf)).toEqual(['ppf', 'ffe', 'p']);
    expect(item.runs.flat()).toEqual(item.baseline?.trials);
  });

  test('within a run by index, whatever the order in its file', () => {
    const backwards = caseRecord('a', { trials: trialsOf('pfe').toReversed() });
    expect(pooled([backwards], [backwards]).runs.map(lettersOf)).toEqual(['pfe', 'pfe']);
  });

  test('a run without the case gives an empty list', () => {
    const item = pooled([caseOf('p')], [caseRecord('b')], [caseOf('f')]);
    expect(item.runs.map(lettersOf)).toEqual(['p', '', 'f']);
  });

  test.each<CaseFacts>([{ input_hash: 'x' }, { expect_hash: 'x' }, { grader_hash: 'x' }])(
    'a run that knew it as another case (%j) gives none',
    (facts) => {
      const item = pooled([caseOf('p')], [caseOf('f', facts)], [caseOf('f')]);
      expect(item).toMatchObject({ status: 'comparable' });
      expect(item.runs.map(lettersOf)).toEqual(['p', '', 'f']);
    },
  );

  test('a run that knew it under another name does give its trials', () => {
    const item = pooled([caseOf('p')], [oldCase('f')]);
    expect(item).toMatchObject({ id: 'a', baseline_id: null });
    expect(item.runs.map(lettersOf)).toEqual(['p', 'f']);
  });

  test('copies of one case never mix while their ids tell them apart', () => {
    const copy = (id: string, letters: string) =>
      caseRecord(id, { input_hash: 'i', expect_hash: 'e', trials: trialsOf(letters) });
    const runs = [mainRun(9, [copy('x', 'p'), copy('y', 'f')]), mainRun(8, [copy('y', 'f'), copy('x', 'p')])];
    const { cases } = compare(resultsFile([copy('x', 'p'), copy('y', 'f')]), runs);
    expect(cases.map((item) => item.runs.map(lettersOf))).toEqual([
      ['p', 'p'],
      ['f', 'f'],
    ]);
  });

  test('trials beyond the plan were run to confirm a failure and never join', () => {
    const item = pooled([caseOf('ppff', { planned_trials: 2 })], [caseOf('ppf', { planned_trials: 2 })]);
    expect(item.runs.map(lettersOf)).toEqual(['pp', 'pp']);
  });

  test('a farther run may have planned more than the nearest', () => {
    const item = pooled([caseOf('pp')], [caseOf('fffff')]);
    expect(item.baseline?.planned_trials).toBe(5);
    expect(evidence(item.baseline ?? caseOf(''))).toHaveLength(7);
  });

  test('fifty judged trials count, the farther ones are dropped', () => {
    const item = pooled([caseOf('p'.repeat(30))], [caseOf(`ee${'f'.repeat(30)}`)], [caseOf('ppp')]);
    expect(item.runs.map(lettersOf)).toEqual(['p'.repeat(30), `ee${'f'.repeat(20)}`, '']);
  });

  test('replayed trials take nobody’s place among the fifty', () => {
    const replayed = Array.from({ length: 60 }, (_, i) => trialRecord({ index: i + 1, source: 'replayed' }));
    const item = pooled([caseRecord('a', { trials: replayed })], [caseOf('fff')]);
    expect(item).toMatchObject({ status: 'comparable' });
    expect(evidence(item.baseline ?? caseOf('')).map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed']);
  });

  test('a case that the nearest run could not judge is compared with farther ones', () => {
    expect(pooled([caseOf('eee')], [caseOf('pp')])).toMatchObject({ status: 'comparable', reason: null });
  });
});

describe('a case that the nearest run has not', () => {
  test('is compared with the nearest run that has it', () => {
    const item = pooled([caseRecord('b')], [caseOf('pf', { tags: ['nearer'] })], [caseOf('f', { tags: ['farther'] })]);
    expect(item).toMatchObject({ status: 'comparable', baseline: { tags: ['nearer'] } });
    expect(item.runs.map(lettersOf)).toEqual(['', 'pf', 'f']);
  });

  test('or has changed since, likewise: a change that is taken back compares', () => {
    const item = pooled([caseOf('f', { expect_hash: 'changed' })], [caseOf('pp')]);
    expect(item).toMatchObject({ id: 'a', status: 'comparable' });
    expect(item.runs.map(lettersOf)).toEqual(['', 'pp']);
  });

  test('is found under another name', () => {
    expect(pooled([caseRecord('b')], [oldCase('p')])).toMatchObject({
      id: 'a',
      baseline_id: 'old',
      status: 'comparable',
    });
  });

  test('is not listed as removed when the candidate has not got it either', () => {
    const { cases } = compare(resultsFile([]), [mainRun(9, [caseRecord('b')]), mainRun(8, [caseRecord('a')])]);
    expect(cases.map(({ id, status }) => [id, status])).toEqual([['b', 'removed']]);
  });
});

describe('epochs of single cases', () => {
  const since = (marks: Epoch['cases']): { readonly epoch: Epoch } => {
    return { epoch: { id: 'e', since: null, reason: null, cases: marks } };
  };

  test('only runs with the nearest run’s mark of the case give its trials', () => {
    const [a, b] = [caseOf('pf'), caseRecord('b', { trials: trialsOf('p') })];
    const runs = [
      mainRun(9, [a, b], since({ a: 's2' })),
      mainRun(8, [a, b], since({ a: 's2' })),
      mainRun(7, [a, b], since({ a: 's1' })),
      mainRun(6, [a, b], since({})),
    ];
    const { cases, pool } = compare(resultsFile([a, b]), runs);
    expect(pool).toHaveLength(4);
    expect(cases.map((item) => item.runs.map(lettersOf))).toEqual([
      ['pf', 'pf', '', ''],
      ['p', 'p', 'p', 'p'],
    ]);
  });

  test('a mark under the name that the run knew the case by counts', () => {
    const runs = [mainRun(9, [caseOf('p')], since({ a: 's2' })), mainRun(8, [oldCase('f')], since({ old: 's2' }))];
    expect(theCase(compare(resultsFile([caseOf('p')]), runs).cases).runs.map(lettersOf)).toEqual(['p', 'f']);
  });

  test('an id that is the name of something in every object has no mark', () => {
    const item = (letters: string) => caseRecord('constructor', { trials: trialsOf(letters) });
    const runs = [mainRun(9, [item('p')], since({})), mainRun(8, [item('f')], since({}))];
    expect(theCase(compare(resultsFile([item('p')]), runs).cases).runs.map(lettersOf)).toEqual(['p', 'f']);
  });
});

describe('what is said of the pool', () => {
  test('its runs, and those left out', () => {
    const runs = [mainRun(9), mainRun(8), mainRun(7, [], { metrics_version: 3 })];
    expect(compare(resultsFile([]), runs)).toMatchObject({
      has_baseline: true,
      pool: [
        { sha: 'sha-9', run_id: 'run-9', created_at: '2026-01-09T00:00:00.000Z' },
        { sha: 'sha-8', run_id: 'run-8', created_at: '2026-01-08T00:00:00.000Z' },
      ],
      left_out: [expect.stringContaining('run run-7 (sha-7) is not pooled: its conditions differ')],
    });
  });

  test('without runs: nothing but why', () => {
    expect(compare(resultsFile([caseRecord('a')]), [], 'main has not run')).toMatchObject({
      has_baseline: false,
      why_no_baseline: 'main has not run',
      pool: [],
      left_out: [],
      cases: [{ runs: [] }],
    });
  });

  test('conditions and treatment are compared with the nearest run alone', () => {
    const agent = { key: 'k', treatment: { command: ['old.py'] } };
    const here = mainRun(10, [caseRecord('a')], { agent });
    const comparison = compare(here, [mainRun(9, [caseRecord('a')], { agent }), mainRun(8, [caseRecord('a')])]);
    expect(comparison).toMatchObject({
      condition_differences: [],
      treatment_changes: [],
      cases: [{ status: 'comparable' }],
    });
  });
});

const outcomeLetters = fc.string({ unit: fc.constantFrom('p', 'f', 'e'), maxLength: 8 });
const suites = fc.array(fc.tuple(outcomeLetters, outcomeLetters, outcomeLetters), { minLength: 1, maxLength: 4 });

test('the order of the farther runs, of cases and of trials changes no count', () => {
  always(
    fc.property(suites, fc.array(fc.integer(), { minLength: 12, maxLength: 12 }), (suite, dice) => {
      const [nearest, ...farther] = suite.map((letters, i) => mainRun(20 - i, casesOf(letters)));
      if (nearest === undefined) return;
      const moved = shuffled(farther, dice).map((run) => shuffledInside(run, dice));
      const candidate = resultsFile(casesOf(['p', 'p', 'p']));
      expect(counts(compare(candidate, [shuffledInside(nearest, dice), ...moved]).cases)).toEqual(
        counts(compare(candidate, [nearest, ...farther]).cases),
      );
    }),
    { seed: 41 },
  );
});

test('the record, its runs and the limit of fifty agree whatever the runs hold', () => {
  const long = fc.string({ unit: fc.constantFrom('p', 'f', 'e'), maxLength: 40 });
  always(
    fc.property(fc.array(long, { minLength: 1, maxLength: 5 }), (runs) => {
      const item = pooled(...runs.map((letters) => [caseOf(letters)]));
      expect(item.runs).toHaveLength(runs.length);
      expect(item.runs.flat()).toEqual(item.baseline?.trials);
      const judged = runs.join('').replaceAll('e', '');
      const taken = lettersOf(item.runs.flat()).replaceAll('e', '');
      expect(taken).toBe(judged.slice(0, 50));
    }),
    { seed: 42 },
  );
});

function caseOf(letters: string, facts: CaseFacts = {}): CaseRecord {
  return caseRecord('a', { trials: trialsOf(letters), ...facts });
}

/** The same case under another name. */
function oldCase(letters: string): CaseRecord {
  return caseRecord('old', {
    input_hash: 'input of a',
    expect_hash: 'expectation of a',
    trials: trialsOf(letters),
  });
}

/** The day of the nearest run. */
const TODAY = { created_at: '2026-01-20T00:00:00.000Z' };

/** Case `a` of a candidate, compared with runs of main that hold these cases, nearest first. */
function pooled(...runs: readonly (readonly CaseRecord[])[]): ComparedCase {
  const main = runs.map((cases, i) => mainRun(20 - i, cases));
  return theCase(compare(resultsFile([caseOf('ppp')], TODAY), main).cases);
}

function theCase(cases: readonly ComparedCase[]): ComparedCase {
  const item = cases.find(({ candidate }) => candidate !== null);
  if (item === undefined) throw new Error('expected a case of the candidate');
  return item;
}

function casesOf(letters: readonly string[]): CaseRecord[] {
  return letters.map((each, i) => caseRecord(`case-${i}`, { trials: trialsOf(each) }));
}

function counts(cases: readonly ComparedCase[]): unknown {
  return cases.map(({ id, status, baseline }) => ({
    id,
    status,
    letters: [...lettersOf(baseline?.trials ?? [])].sort().join(''),
  }));
}

function shuffledInside(run: ResultsFile, dice: readonly number[]): ResultsFile {
  return {
    ...run,
    cases: shuffled(run.cases, dice).map((item) => ({ ...item, trials: shuffled(item.trials, dice) })),
  };
}

function shuffled<Item>(items: readonly Item[], dice: readonly number[]): Item[] {
  return items
    .map((item, i) => ({ item, key: dice[i % dice.length] ?? 0 }))
    .toSorted((left, right) => left.key - right.key)
    .map(({ item }) => item);
}

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare } from '#gate/baseline/comparison/compare.ts';
import type { ComparedCase, Comparison } from '#gate/baseline/comparison/comparison.ts';
import { differenceWords, mainAndHere } from '#gate/baseline/pairing/difference-words.ts';
import type { RunDifference } from '#gate/baseline/pairing/run-difference.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { always } from '#test/support/always.ts';
import { type CaseFacts, caseRecord, outcomes, resultsFile, trialRecords } from '#test/support/results.ts';

describe('which case is compared', () => {
  test('equal input and expectation with judged trials on both sides compare', () => {
    expect(only({}, {})).toMatchObject({ id: 'a', status: 'comparable', reason: null, baseline_id: null });
  });

  test.each<[string, CaseFacts, string, RegExp]>([
    ['another input', { input_hash: 'x' }, 'not_comparable', /input/],
    ['another expectation', { expect_hash: 'x' }, 'changed', /its expectations changed/],
    ['another grader', { grader_hash: 'x' }, 'changed', /files/],
    ['another input and expectation', { input_hash: 'x', expect_hash: 'x' }, 'not_comparable', /input/],
    ['no trial', { trials: [] }, 'not_comparable', /no trial here/],
    ['only errors', { trials: outcomes(0, 0, 3) }, 'not_comparable', /none of its trials here could be judged/],
    [
      'only replayed trials',
      { trials: trialRecords([{ source: 'replayed' }]) },
      'not_comparable',
      /replayed answers, which are not evidence/,
    ],
  ])('%s does not compare', (_, facts, status, reason) => {
    const item = only(facts, {});
    expect(item.status).toBe(status);
    expect(item.reason).toMatch(reason);
  });

  test('a baseline without a judged trial does not compare', () => {
    expect(only({}, { trials: outcomes(0, 0, 2) }).reason).toBe('none of its trials on main could be judged');
  });

  test('one judged trial among errors and replays is enough', () => {
    const trials = trialRecords([
      { outcome: 'error' },
      { source: 'replayed' },
      { source: 'imported', outcome: 'failed' },
    ]);
    expect(only({ trials }, {}).status).toBe('comparable');
  });

  test('names, tags, metadata and places are no part of what a case is', () => {
    const facts = { name: 'n', tags: ['t'], metadata: { k: 1 }, source: { file: 'f', line: 2 }, planned_trials: 9 };
    expect(only(facts, {}).status).toBe('comparable');
  });

  test('new and removed cases are listed', () => {
    const comparison = compare(resultsFile([caseRecord('b'), caseRecord('c')]), [
      resultsFile([caseRecord('a'), caseRecord('b')]),
    ]);
    expect(comparison.cases.map(({ id, status }) => [id, status])).toEqual([
      ['a', 'removed'],
      ['b', 'comparable'],
      ['c', 'new'],
    ]);
  });
});

describe('renamed cases', () => {
  const renamed = (to: string, of: string, facts: CaseFacts = {}) =>
    caseRecord(to, { input_hash: `input of ${of}`, expect_hash: `expectation of ${of}`, ...facts });

  test('equal hashes under another id are the same case', () => {
    const { cases } = compare(resultsFile([renamed('new-name', 'a')]), [resultsFile([caseRecord('a')])]);
    expect(cases).toMatchObject([{ id: 'new-name', baseline_id: 'a', status: 'comparable' }]);
  });

  test('two cases that swapped ids are still themselves', () => {
    const { cases } = compare(resultsFile([renamed('a', 'b'), renamed('b', 'a')]), [
      resultsFile([caseRecord('a'), caseRecord('b')]),
    ]);
    expect(cases.map(({ id, baseline_id, status }) => [id, baseline_id, status])).toEqual([
      ['a', 'b', 'comparable'],
      ['b', 'a', 'comparable'],
    ]);
  });

  test('copies of one case are paired once each, in the order of their ids', () => {
    const candidate = resultsFile([renamed('y', 'a'), renamed('x', 'a'), renamed('z', 'a')]);
    const { cases } = compare(candidate, [resultsFile([renamed('m', 'a'), renamed('k', 'a')])]);
    expect(cases.map(({ id, baseline_id, status }) => [id, baseline_id, status])).toEqual([
      ['x', 'k', 'comparable'],
      ['y', 'm', 'comparable'],
      ['z', null, 'new'],
    ]);
  });

  test('another grader makes it another case', () => {
    const { cases } = compare(resultsFile([renamed('b', 'a', { grader_hash: 'g' })]), [resultsFile([caseRecord('a')])]);
    expect(cases.map(({ id, status }) => [id, status])).toEqual([
      ['a', 'removed'],
      ['b', 'new'],
    ]);
  });
});

const inWords = (difference: RunDifference) => differenceWords(difference, mainAndHere('main'));

describe('conditions and treatment', () => {
  const agent = (facts: Partial<ResultsFile['agent']>) =>
    resultsFile([caseRecord('a')], { agent: { ...resultsFile([]).agent, ...facts } });

  test('different conditions are named key by key and leave nothing comparable', () => {
    const comparison = compare(
      agent({ key: 'here', conditions: { max_steps: 20, limits: { timeout: 30, same: 1 }, added: true } }),
      [agent({ key: 'main', conditions: { max_steps: 10, limits: { timeout: 60, same: 1 } } })],
    );
    expect(comparison.condition_differences).toEqual([
      { kind: 'setting', name: 'added', after: true },
      { kind: 'setting', name: 'limits.timeout', before: 60, after: 30 },
      { kind: 'setting', name: 'max_steps', before: 10, after: 20 },
    ]);
    expect(comparison.condition_differences.map(inWords)).toEqual([
      'added: absent on main, true here',
      'limits.timeout: 60 on main, 30 here',
      'max_steps: 10 on main, 20 here',
    ]);
    expect(comparison.cases).toMatchObject([
      { status: 'not_comparable', reason: 'the two runs had different conditions' },
    ]);
  });

  test('conditions that are not listed are named by their hash', () => {
    const comparison = compare(agent({ key: 'k2' }), [agent({ key: 'k1' })]);
    expect(comparison.condition_differences.map(inWords)).toEqual(['conditions: k1 on main, k2 here']);
  });

  test.each(['hash_version', 'metrics_version'] as const)('another %s leaves nothing comparable', (version) => {
    const here = resultsFile([caseRecord('a')], { [version]: 9 });
    const main = resultsFile([caseRecord('a')], { [version]: 8 });
    const comparison = compare(here, [main]);
    expect(comparison.condition_differences.map(inWords)).toEqual([`${version}: 8 on main, 9 here`]);
    expect(comparison.cases[0]?.status).toBe('not_comparable');
  });

  test('the treatment is named and compared', () => {
    const comparison = compare(
      agent({ treatment_hash: 't2', treatment: { command: ['python', 'new.py'], mode: 'worker' } }),
      [agent({ treatment_hash: 't1', treatment: { command: ['python', 'old.py'], mode: 'worker' } })],
    );
    expect(comparison.treatment_changes.map(inWords)).toEqual([
      'command: ["python","old.py"] on main, ["python","new.py"] here',
    ]);
    expect(comparison.cases[0]?.status).toBe('comparable');
  });

  test('a prompt that changed is named by its file, never by the hash of its text', () => {
    const prompted = (hash: string) =>
      agent({
        treatment_hash: hash,
        treatment: { prompt_hash: hash.repeat(64) },
        files: { prompt: 'prompts/support.md' },
      });
    const { treatment_changes: changes } = compare(prompted('a'), [prompted('b')]);
    expect(changes.map(inWords)).toEqual(['the prompt (prompts/support.md)']);
  });

  test('a treatment that is not listed is named by its hash, and a missing hash says nothing', () => {
    expect(compare(agent({ treatment_hash: 't2' }), [agent({})]).treatment_changes.map(inWords)).toEqual([
      'treatment: treatment on main, t2 here',
    ]);
    expect(compare(agent({ treatment_hash: '' }), [agent({})]).treatment_changes).toEqual([]);
  });

  test('a long value is cut', () => {
    const comparison = compare(agent({ treatment: { prompt: 'x'.repeat(500) } }), [agent({})]);
    expect(comparison.treatment_changes.map(inWords)[0]?.length).toBeLessThan(200);
  });
});

test('where there is no main, nothing is said of what main has', () => {
  const [first] = compare(resultsFile([caseRecord('a')]), [], 'no baseline').cases;
  expect(first).toMatchObject({ status: 'new', reason: 'there is nothing to compare it with' });
});

test('without a baseline every case is new', () => {
  expect(compare(resultsFile([caseRecord('a')]), [])).toMatchObject({
    has_baseline: false,
    condition_differences: [],
    cases: [{ id: 'a', status: 'new' }],
  });
});

test('the order of the cases in the files changes nothing', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const shuffled = fc.shuffledSubarray(ids, { minLength: 3 });
  always(
    fc.property(shuffled, shuffled, (here, main) => {
      const candidate = here.map((id) => caseRecord(id));
      const baseline = main.map((id) => caseRecord(id));
      const sorted = compare(resultsFile(candidate.toSorted(byId)), [resultsFile(baseline.toSorted(byId))]);
      expect(summary(compare(resultsFile(candidate), [resultsFile(baseline)]))).toEqual(summary(sorted));
    }),
    { seed: 11 },
  );
});

function only(candidate: CaseFacts, baseline: CaseFacts): ComparedCase {
  const { cases } = compare(resultsFile([caseRecord('a', candidate)]), [resultsFile([caseRecord('a', baseline)])]);
  const [item] = cases;
  if (item === undefined || cases.length > 1) throw new Error('expected one case');
  return item;
}

function summary({ cases }: Comparison): unknown {
  return cases.map(({ id, status, baseline_id, reason }) => ({ id, status, baseline_id, reason }));
}

function byId(left: { readonly id: string }, right: { readonly id: string }): number {
  return left.id < right.id ? -1 : 1;
}

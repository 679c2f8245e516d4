import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loosenedCases } from '#config/base-rules/loosened-cases.ts';
import { pairWithMain } from '#config/base-rules/pair-with-main.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { compare } from '#gate/baseline/comparison/compare.ts';
import { pairCases } from '#gate/baseline/pairing/pair-cases.ts';
import { caseHeader } from '#gate/baseline/results/case-facts.ts';
import type { CaseRecord } from '#gate/baseline/results/results-file.ts';
import { suiteOf } from '#test/runner/in-memory.ts';
import { caseRecord, outcomes, resultsFile } from '#test/support/results.ts';
import { tries } from '#test/support/tries.ts';

/** Id → what is asked. */
type Cases = Readonly<Record<string, string>>;

const suiteWith = (cases: Cases) =>
  suiteOf(Object.entries(cases).map(([id, input]) => ({ id, input, expect: { completes: true } })));

const recordsOf = (suite: LoadedSuite, facts: Partial<CaseRecord> = {}) =>
  suite.cases.map((evalCase) =>
    caseRecord(evalCase.id, { ...caseHeader(evalCase, suite), trials: outcomes(5), ...facts }),
  );

/** Which case of main is which here, as `main → here`; the base commit's own files are read where `read` says what they hold. */
async function paired(situation: {
  readonly here: Cases;
  readonly stored: Cases;
  readonly read?: Cases;
  readonly settled?: readonly string[];
}) {
  const { here, stored, read = {}, settled = [] } = situation;
  const [suite, before, main] = await Promise.all([suiteWith(here), suiteWith(stored), suiteWith({ _: '_', ...read })]);
  const known = new Map(main.cases.filter(({ id }) => id in read).map((evalCase) => [evalCase.id, evalCase]));
  const comparison = compare(resultsFile(recordsOf(suite)), [resultsFile(recordsOf(before))]);
  const pairs = pairWithMain(comparison, suite, { known, settled: new Set(settled) });
  return pairs
    .map(({ baseline, candidate }) => `${idOf(baseline)} → ${candidate === null ? '-' : idOf(candidate)}`)
    .sort();
}

function idOf(evalCase: object): string {
  return 'id' in evalCase ? String(evalCase.id) : '';
}

describe('a case of main', () => {
  const numbered = { c1: 'x', c2: 'y', c3: 'z' };

  test.each<[string, Partial<Parameters<typeof paired>[0]>]>([
    ['and main’s files are read', { read: numbered, settled: ['c.yml'] }],
    ['and only its stored run tells of it', {}],
    ['and one of them is read alone', { read: { c2: 'y' } }],
  ])('keeps its match when a case put in front moves all numbers, %s', async (_, facts) => {
    const here = { c1: 'new', c2: 'x', c3: 'y', c4: 'z' };
    expect(await paired({ here, stored: numbered, ...facts })).toEqual(['c1 → c2', 'c2 → c3', 'c3 → c4']);
  });

  test('whose id another case has now is removed where nothing here is asked the same', async () => {
    const here = { c1: 'y', c2: 'z' };
    expect(await paired({ here, stored: numbered, read: numbered, settled: ['c.yml'] })).toEqual([
      'c1 → -',
      'c2 → c1',
      'c3 → c2',
    ]);
  });

  test('is the one of its own name where both sides differ', async () => {
    expect(await paired({ here: { c1: 'X' }, stored: { c1: 'x' }, read: { c1: 'x' } })).toEqual(['c1 → c1']);
  });

  test('that main itself renamed or removed since its stored run is not removed by the change', async () => {
    const facts = { stored: { old: 'x', gone: 'y' }, read: { now: 'x' } };
    for (const here of [{ now: 'x' }, { later: 'x' }])
      expect(await paired({ here, ...facts, settled: ['c.yml'] })).toEqual([`now → ${Object.keys(here)[0]}`]);
  });

  test('is paired as stored cases are', async () => {
    const cases = fc.dictionary(fc.constantFrom('c1', 'c2', 'c3', 'c4'), fc.constantFrom('v', 'w', 'x', 'y'), {
      minKeys: 1,
    });
    await fc.assert(
      fc.asyncProperty(cases, cases, fc.boolean(), async (here, main, isRead) => {
        const [suite, before] = await Promise.all([suiteWith(here), suiteWith(main)]);
        const usual = pairCases(recordsOf(suite), recordsOf(before)).flatMap(({ candidate, baseline }) =>
          baseline === null ? [] : [`${baseline.id} → ${candidate?.id ?? '-'}`],
        );
        const read = isRead ? { read: main, settled: ['c.yml'] } : {};
        expect(await paired({ here, stored: main, ...read })).toEqual(usual.sort());
      }),
      { numRuns: tries(60) },
    );
  });
});

describe('the graders of a case that main was graded again for', () => {
  const expecting = (more: object) =>
    suiteOf([{ id: 'a', input: 'a', expect: { custom: [{ command: ['judge'] }], ...more } }]);

  test.each([
    ['are the same where only what is demanded changed', 'judge 1', null],
    ['are others where they changed too', 'judge 2', []],
  ])('%s', async (_, hash, graders) => {
    const [suite, before] = await Promise.all([expecting({ response: { contains: ['x'] } }), expecting({})]);
    const own = recordsOf(suite, { grader_hash: 'judge 1' });
    const again = recordsOf(suite, { grader_hash: 'judge 1', regrading: { problem: null, grader_hash: hash } });
    const comparison = compare(resultsFile(own), [resultsFile(again)]);
    const known = new Map(before.cases.map((evalCase) => [evalCase.id, evalCase]));
    const pairs = pairWithMain(comparison, suite, { known, settled: new Set(['c.yml']) });
    expect(loosenedCases(pairs, () => [])).toEqual([{ id: 'a', input: false, demands: true, lost: [], graders }]);
  });
});

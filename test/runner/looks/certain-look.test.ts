import { describe, expect, test } from 'vitest';
import type { NextLook } from '#gate/decision/looks/test-looks.ts';
import { certainLook, type DecideLook } from '#runner/looks/certain-look.ts';
import { outcomes, trialRecord } from '#test/support/results.ts';

/** A look whose one running trial of case a decides what follows. */
function certain(ifPassed: NextLook | null, ifFailed: NextLook | null) {
  const decide: DecideLook = (records) =>
    records.get('a')?.some(({ outcome }) => outcome === 'failed') ? ifFailed : ifPassed;
  const records = new Map([['a', outcomes(2)]]);
  return certainLook(decide, { records, planned: new Map(), look: 3, running: new Map([['a', [3]]]) });
}

const next = (cases: 'all' | readonly string[], look = 5): NextLook => ({
  look,
  cases: cases === 'all' ? 'all' : new Set(cases),
});

describe('started before the last trials of a look end are', () => {
  test.each<[what: string, passed: NextLook, failed: NextLook, expected: NextLook]>([
    ['all cases, if both outcomes ask for all', next('all'), next('all'), next('all')],
    ['those that a pass asks for, if a failure asks for all', next(['a', 'b']), next('all'), next(['a', 'b'])],
    ['those that a failure asks for, if a pass asks for all', next('all'), next(['b', 'c']), next(['b', 'c'])],
    ['those that both ask for', next(['a', 'b']), next(['b', 'c']), next(['b'])],
    ['none, if they ask for different ones', next(['a']), next(['c']), next([])],
  ])('%s', (_, passed, failed, expected) => expect(certain(passed, failed)).toEqual(expected));

  test.each<[what: string, passed: NextLook | null, failed: NextLook | null]>([
    ['a pass', null, next('all')],
    ['a failure', next('all'), null],
  ])('no case, if %s ends the run', (_, passed, failed) => expect(certain(passed, failed)).toBeNull());

  test('no case, if a pass ends the run, without asking what a failure does', () => {
    let asked = 0;
    const stops: DecideLook = () => {
      asked += 1;
      return null;
    };
    const running = new Map([['a', [3]]]);
    expect(certainLook(stops, { records: new Map([['a', []]]), planned: new Map(), look: 3, running })).toBeNull();
    expect(asked).toBe(1);
  });

  test('no case, if the run ends where each case goes on as before, though neither extreme ends it', () => {
    const isRed: DecideLook = (records) => {
      const failed = [...records.values()].map((own) => own.filter(({ outcome }) => outcome === 'failed').length);
      return failed.join(' ') === '3 0' ? null : next('all');
    };
    const records = new Map([
      ['broken', outcomes(0, 2)],
      ['sound', outcomes(2)],
    ]);
    const running = new Map([...records.keys()].map((id) => [id, [3]]));
    expect(certainLook(isRed, { records, planned: new Map(), look: 3, running })).toBeNull();
  });

  test('no case, if the outcomes lead to different looks', () => {
    expect(certain(next('all', 5), next('all', 10))).toBeNull();
  });
});

test('a running trial takes its place among those that ran, also those that started ahead', () => {
  const seen: number[][] = [];
  const decide: DecideLook = (records) => {
    seen.push((records.get('a') ?? []).map(({ index }) => index));
    return next('all');
  };
  const [first, , third, fourth] = outcomes(4);
  const records = new Map([['a', [first, third, fourth].flatMap((trial) => trial ?? [])]]);
  certainLook(decide, { records, planned: new Map(), look: 3, running: new Map([['a', [2]]]) });
  expect(seen).toEqual(Array(3).fill([1, 2, 3, 4]));
});

test('a running trial is imagined to come to an end: it passes, or a check fails', () => {
  const seen: unknown[] = [];
  const decide: DecideLook = (records) => {
    seen.push(records.get('a')?.map(({ outcome, completed, failure }) => [outcome, completed, failure?.kind ?? null]));
    return next('all');
  };
  certainLook(decide, { records: new Map([['a', []]]), planned: new Map(), look: 3, running: new Map([['a', [1]]]) });
  const passes = [['passed', true, null]];
  expect(seen).toEqual([passes, passes, [['failed', true, 'check']]]);
});

const REPORTED = {
  id: 'reported',
  name: 'reported',
  turn: null,
  passed: true,
  score: null,
  fact: { kind: 'said', code: 'reported', text: 'passed' },
} as const;

test.each([1, 2])("a running trial of a runner's own test is one of its round, of %i each", (repeats) => {
  const places: (readonly unknown[] | undefined)[] = [];
  const decide: DecideLook = (records) => {
    places.push(records.get('a')?.map(({ checks, place_in_process: place }) => [checks[0]?.name, place]));
    return next('all');
  };
  const ran = (index: number) =>
    trialRecord({
      index,
      checks: [REPORTED],
      place_in_process: Math.ceil(index / repeats) - 1,
    });
  const indexes = [1, 2, 3, 4].slice(0, 2 * repeats);
  const running = [1, 2].slice(0, repeats).map((at) => 2 * repeats + at);
  const records = new Map([['a', indexes.map(ran)]]);
  certainLook(decide, { records, planned: new Map(), look: 3 * repeats, running: new Map([['a', running]]) });
  const all = [0, 1, 2].flatMap((place) => Array.from({ length: repeats }, () => ['reported', place]));
  expect(places).toEqual([all, all, all]);
});

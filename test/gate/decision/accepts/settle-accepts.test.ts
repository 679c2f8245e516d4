import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Accept } from '#cases/suite/accept.ts';
import { compare } from '#gate/baseline/comparison/compare.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { namedAccepts } from '#gate/decision/accepts/named-accepts.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { always } from '#test/support/always.ts';
import { bothSides } from '#test/support/results.ts';
import { tries } from '#test/support/tries.ts';
import { decideOn, reasonOf, times } from '../decide-on.ts';

type Counts = readonly [number, number, number, number];

const caseId = (place: number) => `case-${String(place).padStart(3, '0')}`;
const SOUND = times(19, [5, 5, 15, 15]);
const BROKEN: Counts = [0, 5, 15, 15];
const UNTIL = '2030-12-31';

/** A decision on a suite whose change accepts something; its day is 2026-06-01. */
function decideAccepting(
  counts: readonly Counts[],
  entries: readonly Accept[],
  policy: Partial<Policy> = {},
  main: Partial<ResultsFile> = {},
) {
  const { candidate, baseline } = bothSides(counts);
  const accepts = { path: 'agent-eval-accepts.yml', owners: null, entries };
  const today = '2026-06-01T00:00:00.000Z';
  const sides = {
    candidate: { ...candidate, accepts, created_at: today },
    baseline: { ...baseline, created_at: today, ...main },
  };
  return decideOn(sides, policy);
}

const accepting = (position: number, more: Partial<Accept> = {}): Accept => ({
  case: caseId(position),
  reason: 'the old tool is gone',
  until: UNTIL,
  ...more,
});

describe('a case that is accepted', () => {
  test('is not red: the rest passes, and the verdict says what was accepted', () => {
    const red = decideAccepting([BROKEN, ...SOUND], []);
    expect(red.verdict).toBe('fail');
    const decision = decideAccepting([BROKEN, ...SOUND], [accepting(0)]);
    expect(decision.verdict).toBe('pass');
    expect(decision.title).toContain('; accepted: the old tool is gone');
    expect(reasonOf(decision, 'accepted').message).toBe(
      `accepted: the old tool is gone (case ${caseId(0)} passed 15/15 on main and 0/5 here; until ${UNTIL})`,
    );
    expect(decision.decision).toMatchObject({
      comparable_cases: 19,
      accepts: [{ case: caseId(0), state: 'accepted' }],
    });
  });

  test('covers nothing else: a second broken case is as red as without it, at the full level', () => {
    const alone = decideAccepting([BROKEN, ...times(18, [5, 5, 15, 15])], []);
    const decision = decideAccepting([BROKEN, BROKEN, ...times(18, [5, 5, 15, 15])], [accepting(0)]);
    expect(decision.verdict).toBe('fail');
    expect(reasonOf(decision, 'case_broken').cases).toEqual([caseId(1)]);
    expect(decision.decision.alpha).toEqual(alone.decision.alpha);
    expect(decision.decision.pass_rate.cases.find(({ failed }) => failed)?.p_adjusted).toBeCloseTo(
      alone.decision.pass_rate.cases.find(({ failed }) => failed)?.p_adjusted ?? 0,
      12,
    );
  });

  test('leaves a mean that it lowered', () => {
    const fallen: readonly Counts[] = times(3, [1, 5, 15, 15]);
    const counts = [...fallen, ...times(9, [5, 5, 15, 15])];
    const all = fallen.map((_, position) => accepting(position));
    expect(decideAccepting(counts, []).verdict).toBe('fail');
    expect(decideAccepting(counts, all.slice(0, 1)).verdict).toBe('fail');
    expect(decideAccepting(counts, all).verdict).toBe('pass');
  });

  test('leaves a mean that many cases lowered, each by no more than chance', () => {
    const counts = [...times(30, [4, 5, 15, 15]), ...times(10, [5, 5, 15, 15])];
    const all = Array.from({ length: 30 }, (_, position) => accepting(position));
    expect(decideAccepting(counts, []).verdict).toBe('fail');
    const decision = decideAccepting(counts, all);
    expect(decision.verdict).not.toBe('fail');
    const notes = decision.reasons.filter(({ code }) => code === 'accepted');
    expect(
      notes.map(({ cases }) => cases.length),
      'one reason, said once',
    ).toEqual([30]);
  });

  test('may be the only one', () => {
    const decision = decideAccepting([BROKEN], [accepting(0)]);
    expect(decision.verdict).toBe('pass');
    expect(decision.title).toContain('everything that could be compared is accepted; accepted: the old tool is gone');
  });

  test('keeps its floors, which compare with no run of main', () => {
    const decision = decideAccepting([BROKEN, ...SOUND], [accepting(0)], { case_pass_rate: { min: 0.5 } });
    expect(decision.verdict).toBe('fail');
    expect(reasonOf(decision, 'floor').cases).toEqual([caseId(0)]);
  });
});

describe('an accept has no effect, and says why', () => {
  const without = (decision: ReturnType<typeof decideOn>) => reasonOf(decision, 'accept_without_effect').message;

  test.each<[why: string, counts: readonly Counts[], Partial<Accept>, Partial<Policy>, verdict: string, words: string]>(
    [
      [
        'it names nothing red: the case stays in the tests',
        SOUND,
        {},
        {},
        'pass',
        `the accept of case ${caseId(0)} is ignored: it names nothing red; remove it`,
      ],
      [
        'its day has passed',
        [BROKEN, ...SOUND],
        { until: '2026-05-31' },
        {},
        'fail',
        `the accept of case ${caseId(0)} expired on 2026-05-31, so its failure counts again`,
      ],
      [
        'the case must never fail',
        [BROKEN, ...SOUND],
        {},
        { never_fail: [caseId(0)] },
        'fail',
        `case ${caseId(0)} must never fail, and no failure of it can be accepted`,
      ],
      ["main's policy allows none", [BROKEN, ...SOUND], {}, { accepts: false }, 'fail', 'allows no accepts'],
      [
        'no case has its id',
        [BROKEN, ...SOUND],
        { case: 'refund' } as Partial<Accept>,
        {},
        'fail',
        'the accept of case refund is ignored: no case here has this id; correct it or remove it',
      ],
    ],
  )('because %s', (_, counts, entry, policy, verdict, words) => {
    const decision = decideAccepting(counts, [accepting(0, entry)], policy);
    expect(decision).toMatchObject({ verdict, decision: { comparable_cases: counts.length } });
    expect(without(decision)).toContain(words);
  });

  test('on its last day it still has one', () => {
    expect(decideAccepting([BROKEN, ...SOUND], [accepting(0, { until: '2026-06-01' })]).verdict).toBe('pass');
  });

  test('if the change can not reach its case: not a mistake, it names nothing red', () => {
    const { candidate, baseline } = bothSides([BROKEN]);
    const { cases } = compare(candidate, [baseline], null);
    const entries = [accepting(0), accepting(1)];
    const run = { accepts: { path: 'a.yml', owners: null, entries }, created_at: '2026-06-01T00:00:00.000Z' };
    const named = namedAccepts({ cases: [], pool: [], unaffected: cases }, { never_fail: [] }, run);
    expect(named.map(({ barred }) => barred)).toEqual([null, 'unknown']);
  });

  test('once main holds it; to accept more takes another entry', () => {
    const accepts = { path: 'agent-eval-accepts.yml', owners: null, entries: [accepting(0)] };
    const again = decideAccepting([BROKEN, ...SOUND], [accepting(0)], {}, { accepts });
    expect(again.verdict).toBe('fail');
    expect(without(again)).toContain('is used up: main already has what it names');
    const idle = decideAccepting(SOUND, [accepting(0)], {}, { accepts });
    expect(idle.verdict).toBe('pass');
    expect(without(idle)).toMatch(/has no further effect: main already has what it names.*; remove it$/);
    const another = decideAccepting([BROKEN, ...SOUND], [accepting(0, { reason: 'and worse' })], {}, { accepts });
    expect(another.verdict).toBe('pass');
  });
});

test('a case in quarantine is accepted the same way, and told only where it matters', () => {
  const quarantine = [{ case: caseId(0), reason: 'times out at night', until: UNTIL }];
  const red = decideAccepting([BROKEN, ...SOUND], [], { quarantine });
  expect(red.verdict).toBe('pass');
  expect(red.title).toContain('; in quarantine: times out at night');
  const calm = decideAccepting(SOUND, [], { quarantine });
  expect(calm.reasons.map(({ code }) => code)).not.toContain('accept_without_effect');
  const over = decideAccepting([BROKEN, ...SOUND], [], {
    quarantine: [{ ...accepting(0), until: '2026-01-01', case: caseId(0) }],
  });
  expect(over.verdict).toBe('fail');
  expect(reasonOf(over, 'accept_without_effect')).toMatchObject({
    gate: 'case',
    cases: [caseId(0)],
    message: `the quarantine of case ${caseId(0)} expired on 2026-01-01, so its failure counts again`,
  });
});

test('an accept never makes a run red, and takes no red away but that of what it names', () => {
  const side = fc.integer({ min: 0, max: 5 });
  const counts = fc.array(fc.tuple(side, fc.constant(5), fc.integer({ min: 0, max: 15 }), fc.constant(15)), {
    minLength: 2,
    maxLength: 12,
  });
  always(
    fc.property(counts, fc.nat(), (suite, pick) => {
      const named = pick % suite.length;
      const plain = decideAccepting(suite, []);
      const accepted = decideAccepting(suite, [accepting(named)]);
      if (plain.verdict !== 'fail') expect(accepted.verdict).not.toBe('fail');
      const broken = (decision: typeof plain) =>
        decision.decision.pass_rate.cases.filter(({ failed }) => failed).map(({ id }) => id);
      for (const id of broken(plain)) if (id !== caseId(named)) expect(broken(accepted)).toContain(id);
    }),
    { numRuns: tries(60) },
  );
});

describe('a metric that is accepted', () => {
  const tokens = (rise: number, entries: readonly Accept[]) => {
    const { candidate, baseline } = bothSides(times(10, [5, 5, 15, 15]));
    const withTokens = (results: ResultsFile, factor: number): ResultsFile => ({
      ...results,
      created_at: '2026-06-01T00:00:00.000Z',
      cases: results.cases.map((item, place) => ({
        ...item,
        trials: item.trials.map((trial) => ({
          ...trial,
          usage: { ...trial.usage, total_tokens: Math.round((1000 + 10 * place + trial.index) * factor) },
        })),
      })),
    });
    const accepts = { path: 'agent-eval-accepts.yml', owners: null, entries };
    const main = withTokens(baseline, 1);
    return decideOn({
      candidate: { ...withTokens(candidate, 1 + rise), accepts },
      baseline: [1, 2, 3, 4].map(() => ({ ...main })),
    });
  };
  const accept = { metric: 'total_tokens', tag: null, up_to: 0.6, reason: 'longer prompt', until: UNTIL } as const;

  test('passes up to the written change, and is red beyond it', () => {
    expect(tokens(0.5, []).verdict).toBe('fail');
    const accepted = tokens(0.5, [accept]);
    expect(accepted.verdict).toBe('pass');
    expect(reasonOf(accepted, 'accepted').message).toMatch(
      /^accepted: longer prompt \(tokens rose by [\d.]+ %, up to 60 % is accepted; until 2030-12-31\)$/,
    );
    expect(reasonOf(accepted, 'accepted')).toMatchObject({ gate: 'suite', cases: [] });
    const beyond = tokens(0.9, [accept]);
    expect(beyond.verdict).toBe('fail');
    expect(reasonOf(beyond, 'accept_without_effect').message).toMatch(
      /^tokens rose by [\d.]+ %, and only 60 % is accepted$/,
    );
    expect(reasonOf(tokens(0.02, [accept]), 'accept_without_effect').message).toContain('names nothing red');
  });
});

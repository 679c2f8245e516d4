import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { always } from '#test/support/always.ts';
import { contentHashes, sequenceHash } from '#trials/trial/content-hashes.ts';
import { estimateUsage } from '#trials/trial/estimate-usage.ts';
import { planFurtherTrials, planTrials, trialSeed } from '#trials/trial/plan-trials.ts';
import { aCase, aTrial, CRASHED, made, usage } from './build-trial.ts';

describe('trialSeed', () => {
  const source = { tree: 'abc', side: 'candidate', case_id: 'refund', index: 1 } as const;

  test('is a positive number of 31 bits', () => {
    always(
      fc.property(fc.option(fc.string()), fc.string(), fc.nat(), (tree, case_id, index) => {
        const seed = trialSeed({ tree, side: 'candidate', case_id, index });
        expect(Number.isInteger(seed) && seed >= 1 && seed <= 0x7fffffff).toBe(true);
      }),
    );
  });

  test('is the same for the same trial and another for another tree, side, case or index', () => {
    const others = [{ tree: 'abd' }, { tree: null }, { side: 'baseline' as const }, { case_id: 'other' }, { index: 2 }];
    const seeds = [source, ...others.map((other) => ({ ...source, ...other }))].map(trialSeed);
    expect(trialSeed({ ...source })).toBe(seeds[0]);
    expect(new Set(seeds).size).toBe(seeds.length);
  });

  test('does not change between versions', () => {
    expect(trialSeed(source)).toBe(SEED);
  });
});

// 1 + first four bytes of SHA-256(`["abc","candidate","refund",1]`) mod 2³¹ − 1, worked out elsewhere.
const SEED = 1_790_139_054;

describe('planTrials', () => {
  test('runs a trial of every case, in the order of the suite, before the next of any', () => {
    const plans = planTrials([aCase({}, { id: 'b' }), aCase({}, { id: 'a' })], 2, { tree: null, side: 'candidate' });
    expect(plans.map((plan) => `${plan.case.id}#${plan.index}`)).toEqual(['b#1', 'a#1', 'b#2', 'a#2']);
    expect(new Set(plans.map(({ seed }) => seed)).size).toBe(4);
  });
});

test('look by look, a change runs its trials in the order in which main runs them at once: a process is as much used on both sides', () => {
  const cases = ['b', 'a', 'c'].map((id) => aCase({}, { id }));
  const all = (trials: number) => new Map(cases.map(({ id }) => [id, trials]));
  const here = { tree: 'abc', side: 'candidate' } as const;
  const places = (plans: readonly { readonly case: { readonly id: string }; readonly index: number }[]) =>
    plans.map((plan) => `${plan.case.id}#${plan.index}`);
  const main = places(planTrials(cases, 10, { tree: 'def', side: 'baseline' }));
  const looks = [planTrials(cases, 3, here), planFurtherTrials(cases, all(3), all(5), here)];
  const last = planFurtherTrials(cases, all(5), all(10), here);
  expect(places([...looks.flat(), ...last])).toEqual(main);
});

test('further trials continue each case, round by round, with the seeds that they always had', () => {
  const cases = [aCase({}, { id: 'b' }), aCase({}, { id: 'a' }), aCase({}, { id: 'c' })];
  const seeds = { tree: 'abc', side: 'candidate' } as const;
  const plans = planFurtherTrials(
    cases,
    new Map([['b', 2]]),
    new Map([
      ['a', 1],
      ['b', 4],
      ['gone', 9],
    ]),
    seeds,
  );
  expect(plans.map((plan) => `${plan.case.id}#${plan.index}`)).toEqual(['a#1', 'b#3', 'b#4']);
  const all = planTrials(cases, 4, seeds);
  expect(
    plans.every((plan) =>
      all.some(({ case: { id }, index, seed }) => id === plan.case.id && index === plan.index && seed === plan.seed),
    ),
  ).toBe(true);
});

describe('estimateUsage', () => {
  const history = [{ role: 'user' as const, content: '12345678' }];

  test('counts a quarter of the characters of the conversation so far as input, of the answer as output', () => {
    const trial = aTrial([
      { input: '1234', output: '123456789' },
      { input: '12', output: '1' },
    ]);
    const estimated = estimateUsage({ history }, trial.trajectory);
    expect(estimated.turns.map((turn) => turn.usage)).toEqual([
      { input_tokens: 3, output_tokens: 2, total_tokens: 5, cost_usd: null, estimated: true },
      { input_tokens: 5, output_tokens: 1, total_tokens: 6, cost_usd: null, estimated: true },
    ]);
  });

  test('leaves reported usage alone, and output unknown without an answer', () => {
    const reported = usage(100, 5);
    const { turns } = estimateUsage({ history: [] }, aTrial([{ usage: reported }, { output: null }]).trajectory);
    expect(turns[0]?.usage).toBe(reported);
    expect(turns[1]?.usage).toMatchObject({ output_tokens: null, total_tokens: null, estimated: true });
  });
});

describe('contentHashes', () => {
  const hashes = (turn: Parameters<typeof aTrial>[0][number]) => contentHashes(aTrial([turn]).trajectory);

  test('are equal for the same answer and the same calls, whatever their results, status and key order', () => {
    const left = hashes({ output: 'hi', tool_calls: [made('a', { x: 1, y: 2 }, { result: 'r' })], latency_ms: 1 });
    const right = hashes({ output: 'hi', tool_calls: [made('a', { y: 2, x: 1 }, { status: 'error' })], latency_ms: 2 });
    expect(left).toEqual(right);
    expect(left.output_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('differ when answer, arguments, or order of calls differ', () => {
    const base = hashes({ output: 'hi', tool_calls: [made('a'), made('b')] });
    expect(hashes({ output: 'Hi', tool_calls: [] }).output_hash).not.toBe(base.output_hash);
    expect(hashes({ tool_calls: [made('b'), made('a')] }).tools_hash).not.toBe(base.tools_hash);
    expect(hashes({ tool_calls: [made('a', { x: 1 }), made('b')] }).tools_hash).not.toBe(base.tools_hash);
  });

  test('are null for what was not reported; no calls are not no account of calls', () => {
    expect(hashes({ output: null, tool_calls: null })).toEqual({
      output_hash: null,
      tools_hash: null,
      response_ids_hash: null,
    });
    expect(hashes({ tool_calls: [] }).tools_hash).not.toBeNull();
  });

  test('of a sequence are equal for the same tools in the same order, parallel calls in any, whatever their arguments', () => {
    const step = (name: string, at: number | null, args = {}) => made(name, args, { step: at });
    const of = (...calls: ReturnType<typeof made>[]) => sequenceHash(aTrial([{ tool_calls: calls }]));
    const base = of(step('a', 1, { x: 1 }), step('b', 1), step('c', 2));
    expect(of(step('b', 1), step('a', 1), step('c', 2))).toBe(base);
    for (const other of [of(step('c', 1), step('a', 2), step('b', 2)), of(step('a', 1), step('b', 1))])
      expect(other).not.toBe(base);
    expect(of(step('a', null), step('b', null))).not.toBe(of(step('b', null), step('a', null)));
  });

  test('of a sequence are unknown where a completed trial does not tell its calls; one that broke off made those it told', () => {
    const turns = [{ tool_calls: [made('a')] }, { tool_calls: null }];
    expect(sequenceHash(aTrial(turns))).toBeNull();
    expect(sequenceHash(aTrial(turns, { end: CRASHED }))).toBe(sequenceHash(aTrial([{ tool_calls: [made('a')] }])));
  });

  const ids = (...turns: Parameters<typeof aTrial>[0]) => contentHashes(aTrial(turns).trajectory).response_ids_hash;
  const told = (response_ids_hash: string | null, steps = 1) => ({ steps, response_ids_hash });

  test('of ids are equal for turns with equal ids, in their order', () => {
    expect(ids(told('a'), told('b'))).toMatch(/^[0-9a-f]{64}$/);
    expect(ids(told('a'), told('b'))).toBe(ids(told('a'), told('b')));
    expect(new Set([ids(told('a')), ids(told('b')), ids(told('a'), told('b')), ids(told('b'), told('a'))]).size).toBe(
      4,
    );
  });

  test.each<[string, Parameters<typeof aTrial>[0]]>([
    ['nobody tells', [{ steps: 1 }]],
    ['those of one turn are not told', [told('a'), told(null)]],
    ['there is no turn', []],
    ['no turn made a model call', [told(null, 0)]],
  ])('of ids are null when %s', (_, turns) => expect(ids(...turns)).toBeNull());

  test('of ids leave out turns without a model call', () => {
    expect(ids(told('a'), told(null, 0))).toBe(ids(told('a')));
  });
});

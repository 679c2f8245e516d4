import type { GateTrial, PairedCase } from '#gate/decision/terms/evidence.ts';
import type { PullRequest } from './draw-pull-request.ts';
import type { Random } from './random.ts';
import type { Amounts, Noise, Scenario } from './scenario.ts';

/** Draws a pull request whose trials all pass. */
export function drawAmounts(scenario: Scenario, amounts: Amounts, random: Random): PullRequest {
  return amounts.kind === 'tokens' ? drawTokens(scenario, amounts, random) : drawCosts(scenario, amounts, random);
}

/** Cases differ in size by a factor of about two either way. */
const SIZE = { middle: 2000, spread: 0.7 };

function drawTokens(
  { cases, looks, pool }: Scenario,
  { noise, risen }: Extract<Amounts, { kind: 'tokens' }>,
  random: Random,
): PullRequest {
  const sizes = Array.from({ length: cases }, () =>
    noise === 'none' ? SIZE.middle : Math.round(SIZE.middle * Math.exp(SIZE.spread * random.normal())),
  );
  const session = () => (noise === 'half sessions' && random.uniform() < 0.5 ? 0.5 : 1);
  const stored = Array.from({ length: pool.runs }, session);
  const here = session();
  const now = session();
  const trials = (item: number, count: number, times: number): GateTrial[] =>
    trialsOf(count, () => ({
      total_tokens: Math.max(1, Math.round((sizes[item] ?? 0) * times * factor(noise, random))),
    }));
  const timesOf = (item: number) => (item < risen.cases ? risen.times : 1);
  return pullRequest({ cases, looks, pool }, false, {
    stored: (item, run) => trials(item, pool.trials, stored[run] ?? 1),
    // Both sides share their minutes, and so what is cached in them.
    main: (item, count) => trials(item, count, now),
    here: (item, count) => trials(item, count, here * timesOf(item)),
    more: (item, count) => trials(item, count, now * timesOf(item)),
  });
}

function factor(noise: Noise, random: Random): number {
  switch (noise) {
    case 'none':
      return 1;
    case 'sd 0.3':
    case 'half sessions':
      return Math.exp(0.3 * random.normal());
    case 'sd 1':
      return Math.exp(random.normal());
    case 't(2)':
      return Math.exp((0.5 * random.normal()) / Math.sqrt((random.normal() ** 2 + random.normal() ** 2) / 2));
    case 'half cached':
      return Math.exp(0.1 * random.normal()) * (random.uniform() < 0.5 ? 0.5 : 1);
  }
}

/** US dollars per million tokens. */
const PRICE = { input: 0.25, cached: 0.025, output: 2 };

/** Share of calls that a warm cache serves; each run of a side is warm or cold. */
const WARM = 0.9;

function drawCosts(
  { cases, looks, pool }: Scenario,
  { known, output_times: times, alike }: Extract<Amounts, { kind: 'cost' }>,
  random: Random,
): PullRequest {
  const state = () => (random.uniform() < 0.5 ? WARM : 0);
  const trials = (count: number, hits: number, output: number): GateTrial[] =>
    trialsOf(count, () => {
      const out = 600 * output * Math.exp(0.3 * random.normal());
      const input = 6000 * Math.exp(0.1 * random.normal());
      const cached = random.uniform() < hits && known === 'paid' ? Math.min(input, 5000) : 0;
      return { cost_usd: ((input - cached) * PRICE.input + cached * PRICE.cached + out * PRICE.output) / 1e6 };
    });
  const runs = Array.from({ length: pool.runs }, state);
  const [here, main] = [state(), state()];
  const now = alike ? main : state();
  return pullRequest({ cases, looks, pool }, known === 'paid', {
    stored: (_, run) => trials(pool.trials, runs[run] ?? 0, 1),
    main: (_, count) => trials(count, main, 1),
    here: (_, count) => trials(count, here, times),
    more: (_, count) => trials(count, now, times),
  });
}

function trialsOf(count: number, values: () => Partial<GateTrial>): GateTrial[] {
  return Array.from({ length: count }, (_, at) => ({ ...PASSED, index: at + 1, ...values() }));
}

const PASSED = { passed: true, tool_recall: null, total_tokens: null, cost_usd: null, latency_ms: null };

type Draw = (item: number, count: number) => GateTrial[];

function pullRequest(
  { cases, looks, pool }: Pick<Scenario, 'cases' | 'looks' | 'pool'>,
  paidOnly: boolean,
  draws: { readonly stored: Draw; readonly main: Draw; readonly here: Draw; readonly more: Draw },
): PullRequest {
  const most = looks.at(-1) ?? 1;
  const paired = Array.from({ length: cases }, (_, item): PairedCase => {
    const stored = Array.from({ length: pool.runs }, (_unused, run) => draws.stored(item, run));
    return {
      id: String(item).padStart(4, '0'),
      tags: [],
      scheduled: most,
      fixed: false,
      never_fail: false,
      missing: [],
      scored: most,
      trials: draws.here(item, most),
      baseline: stored.flat(),
      regraded: false,
      runs: stored.map((run) => ({ passed: run.length, scored: run.length })),
      ...(paidOnly && { paid_only: true }),
    };
  });
  return {
    evidence: { candidate: paired, paired },
    main: (id, count) => draws.main(Number(id), count),
    more: (id, count) => draws.more(Number(id), count),
  };
}

import type { GateTrial } from '#gate/decision/terms/evidence.ts';
import { OUTAGE } from './incident.ts';
import type { Random } from './random.ts';
import type { Fate } from './rounds.ts';
import type { Metrics } from './scenario.ts';

/** A day at the provider: how far all rates are shifted, in logits, and all token counts, as a logarithm. */
export interface Day {
  readonly logits: number;
  readonly log_tokens: number;
}

/** Spread of a case's tokens from trial to trial, as a standard deviation of the logarithm: a coefficient of variation of about 30 %. */
const TOKEN_SPREAD = 0.3;

/** What a token costs differs from trial to trial by its share of output tokens. */
const PRICE_SPREAD = 0.05;

/** Calls that every made-up case expects. */
const CALLS = 3;

/** A trial that passed has made all calls but now and then. */
const MISSED_THOUGH_PASSED = 0.02;

/** Tokens move by this much, as a standard deviation of the logarithm, whenever there is drift. */
const TOKEN_DRIFT = 0.05;

/** The day of one run. */
export function drawDay(drift: number, random: Random): Day {
  return drift === 0
    ? { logits: 0, log_tokens: 0 }
    : { logits: drift * random.normal(), log_tokens: TOKEN_DRIFT * random.normal() };
}

/** Trials of one case on one day. */
export function drawTrials(
  count: number,
  { rate, day, metrics, from = 1, hit = null, rounds = null, struck }: DrawnCase,
  random: Random,
): GateTrial[] {
  const today = shifted(rate, day.logits);
  return Array.from({ length: count }, (_, position) => {
    const index = from + position;
    const round = rounds === null ? null : rounds(index);
    const now = round === null ? today : round.dead ? 0 : shifted(today, round.logits);
    const passes = random.uniform() < (index === hit ? now - OUTAGE : now) && struck?.(index) !== true;
    const logTokens = day.log_tokens + (round?.log_tokens ?? 0);
    return { index, ...values(passes, metrics, logTokens, random), ...(round !== null && { round: round.id }) };
  });
}

interface DrawnCase {
  readonly rate: number;
  readonly day: Day;
  readonly metrics: Metrics;
  /** Number of the first trial. */
  readonly from?: number;
  /** Number of the trial that an outage hits. */
  readonly hit?: number | null;
  /** The round of a trial; absent or `null`: it is run by itself. */
  readonly rounds?: ((index: number) => Fate) | null;
  /** Whether an outage of minutes strikes a trial; absent: there is none. */
  readonly struck?: (index: number) => boolean;
}

/** A rate on a day: shifted on the logit scale, so that neither always nor never ever moves. */
function shifted(rate: number, logits: number): number {
  if (logits === 0) return rate;
  const odds = Math.exp(logits);
  return (rate * odds) / (1 - rate + rate * odds);
}

function values(
  passed: boolean,
  metrics: Metrics,
  logTokens: number,
  random: Random,
): Pick<GateTrial, 'passed' | 'tool_recall' | 'total_tokens' | 'cost_usd' | 'latency_ms'> {
  if (metrics === 'none') return { passed, tool_recall: null, total_tokens: null, cost_usd: null, latency_ms: null };
  if (metrics === 'constant') return { passed, tool_recall: 1, total_tokens: 1000, cost_usd: 0.001, latency_ms: null };
  const total_tokens = Math.round(2000 * Math.exp(TOKEN_SPREAD * random.normal() + logTokens));
  return {
    passed,
    tool_recall: recall(passed, random),
    total_tokens,
    cost_usd: total_tokens * 1e-6 * Math.exp(PRICE_SPREAD * random.normal()),
    latency_ms: null,
  };
}

/** Half of the failures are of other kinds and made every call; the other half missed one or more. */
function recall(passed: boolean, random: Random): number {
  const draw = random.uniform();
  if (passed) return draw < MISSED_THOUGH_PASSED ? (CALLS - 1) / CALLS : 1;
  return draw < 0.5 ? 1 : Math.floor((draw - 0.5) * 2 * CALLS) / CALLS;
}

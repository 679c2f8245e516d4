import { keyed, keysOf } from '#common/keyed.ts';
import { METRIC_NAMES, METRICS, type Metric, type ScopeTest } from './metrics.ts';

/** Gates that share the false-alarm budget. `suite`: its pass rate; `tags`: all tag tests together. */
export type AlphaGate = 'suite' | 'case' | Exclude<ScopeTest, 'pass_rate'> | 'tags';

/** The budget of each enabled gate; disabled gates are missing. */
export type Alpha = { readonly [gate in AlphaGate]?: number };

/** GATE shares, before disabled gates give theirs to the others. */
const SHARES: Readonly<Record<AlphaGate, number>> = {
  suite: 0.35,
  case: 0.35,
  tool_recall: 0.1,
  ...keyed<Readonly<Record<Metric, number>>>(METRIC_NAMES, (metric) => METRICS[metric].share),
  tags: 0.1,
};

/** The false-alarm budget of the whole decision, 1 − confidence, without rounding noise of the binary subtraction. */
export function totalAlpha(confidence: number): number {
  return Number((1 - confidence).toPrecision(12));
}

/** Divides a false-alarm budget over the enabled gates, in proportion to their shares. */
export function divideAlpha(total: number, enabled: ReadonlySet<AlphaGate>): Alpha {
  const gates = keysOf(SHARES).filter((gate) => enabled.has(gate));
  const sum = gates.reduce((all, gate) => all + SHARES[gate], 0);
  return Object.fromEntries(gates.map((gate) => [gate, (total * SHARES[gate]) / sum]));
}

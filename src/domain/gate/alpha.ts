/** Gates that share the false-alarm budget. `tags`: all tag tests together. */
export type AlphaGate = 'suite' | 'case' | 'tool_recall' | 'total_tokens' | 'cost_usd' | 'latency_ms' | 'tags';

/** The budget of each enabled gate; a gate that is off is not there. */
export type Alpha = { readonly [gate in AlphaGate]?: number };

/** GATE shares before gates that are off give theirs to the others. */
const SHARES: Readonly<Record<AlphaGate, number>> = {
  suite: 0.35,
  case: 0.35,
  tool_recall: 0.1,
  total_tokens: 0.1,
  cost_usd: 0.05,
  latency_ms: 0.05,
  tags: 0.1,
};

const GATES: readonly AlphaGate[] = ['suite', 'case', 'tool_recall', 'total_tokens', 'cost_usd', 'latency_ms', 'tags'];

/** The false-alarm budget of the whole decision, 1 − confidence, without the dust of binary subtraction. */
export function totalAlpha(confidence: number): number {
  return Number((1 - confidence).toPrecision(12));
}

/** Divides a false-alarm budget over the enabled gates, in proportion to their shares. */
export function divideAlpha(total: number, enabled: ReadonlySet<AlphaGate>): Alpha {
  const gates = GATES.filter((gate) => enabled.has(gate));
  const sum = gates.reduce((all, gate) => all + SHARES[gate], 0);
  return Object.fromEntries(gates.map((gate) => [gate, (total * SHARES[gate]) / sum]));
}

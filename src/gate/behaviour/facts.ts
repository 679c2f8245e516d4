import type { StoredCall } from '#trials/trial/stored-calls.ts';

/** What a trial did or did not do. */
export type Fact =
  | { readonly kind: 'used' | 'twice'; readonly tool: string }
  /** The first call of `tool` comes before the first call of `other`. */
  | { readonly kind: 'before'; readonly tool: string; readonly other: string }
  | { readonly kind: 'arguments'; readonly tool: string; readonly args: string }
  | { readonly kind: 'none' };

/** A fact with its key, which is equal for equal facts and sorts plainer facts first. */
export interface KeyedFact {
  readonly key: string;
  readonly fact: Fact;
}

/** What a trial with these calls did, each fact once. */
export function factsOf(calls: readonly StoredCall[]): readonly KeyedFact[] {
  const counts = new Map<string, number>();
  for (const { tool } of calls) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  const tools = [...counts.keys()];
  const exact = new Map(calls.map((call) => [`${call.tool} ${call.args}`, call]));
  return [
    ...(calls.length === 0 ? [keyed(4, { kind: 'none' })] : []),
    ...tools.map((tool) => keyed(0, { kind: 'used', tool })),
    ...tools.filter((tool) => (counts.get(tool) ?? 0) > 1).map((tool) => keyed(1, { kind: 'twice', tool })),
    ...tools.flatMap((tool, at) => tools.slice(at + 1).map((other) => keyed(2, { kind: 'before', tool, other }))),
    ...[...exact.values()].map(({ tool, args }) => keyed(3, { kind: 'arguments', tool, args })),
  ];
}

function keyed(order: number, fact: Fact): KeyedFact {
  return { key: `${order} ${Object.values(fact).join(' ')}`, fact };
}

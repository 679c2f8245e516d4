import { VARIANT_KINDS, variantTag } from '#cases/suite/variant.ts';
import type { ComparedCase, Comparison } from '#gate/baseline/comparison/comparison.ts';
import type { DecisionNumbers } from '#gate/decision/terms/decision.ts';
import { mean } from '#statistics/mean.ts';
import { measureCase } from '#trials/metrics/measure-case.ts';
import type { Variation, VariationRow } from '../variation-row.ts';
import { tagState } from './tag-rows.ts';

/** A row for each kind of variant in the suite. */
export function variationRows({ cases }: Comparison, numbers: DecisionNumbers): readonly VariationRow[] {
  const byId = new Map(cases.map((item) => [item.id, item]));
  const kinds = [...new Set(cases.flatMap(({ candidate }) => candidate?.variant?.kind ?? []))].sort(byOrder);
  return kinds.flatMap((kind): readonly VariationRow[] => {
    const derived = cases.filter(({ candidate }) => candidate?.variant?.kind === kind);
    const pairs = derived.flatMap((item) => pairOf(item, byId, 'candidate'));
    const here = variationOf(pairs);
    if (here === null) return [];
    const main = variationOf(derived.flatMap((item) => pairOf(item, byId, 'baseline')));
    return [{ kind, cases: pairs.length, here, main, state: tagState(variantTag(kind), numbers) }];
  });
}

function byOrder(one: string, other: string): number {
  const order: readonly string[] = VARIANT_KINDS;
  return order.indexOf(one) - order.indexOf(other) || (one < other ? -1 : 1);
}

/** Both pass rates of one side; empty if one is unknown, or if main's case was another. */
function pairOf(
  item: ComparedCase,
  byId: ReadonlyMap<string, ComparedCase>,
  side: 'candidate' | 'baseline',
): readonly Variation[] {
  const original = byId.get(item.candidate?.variant?.of ?? '');
  const isOther = side === 'baseline' && (item.status !== 'comparable' || original?.status !== 'comparable');
  if (isOther) return [];
  const [from, own] = [original, item].map((one) => measureCase(one?.[side]?.trials ?? []).pass_rate);
  return typeof from === 'number' && typeof own === 'number' ? [{ original: from, varied: own }] : [];
}

function variationOf(pairs: readonly Variation[]): Variation | null {
  const original = mean(pairs.map((pair) => pair.original));
  const varied = mean(pairs.map((pair) => pair.varied));
  return original === null || varied === null ? null : { original, varied };
}

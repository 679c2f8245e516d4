import { normalQuantile } from '#statistics/distributions/normal.ts';
import { isComparable, type PlannedCounts } from './paired-counts.ts';

// The damped iteration halves its error each round: 60 rounds exhaust double precision, and a fixed number keeps
// results equal.
const ROUNDS = 60;

/**
 * The smallest uniform drop of the mean pass rate that the suite test would find with probability `power`, from the
 * baseline alone: the fixed point of d = (z_{1−α} √V₀(d) + z_power √V₁(d)) / C, V₀ and V₁ the variances of the summed
 * drop without and with a drop of d in every case (rates stop at 0).
 *
 * @param cases planned candidate trials `n` against `b` passes of `m` baseline trials
 * @param alpha one-sided
 * @returns in rates, may exceed what the suite can lose when it is hopelessly small; `null` without a comparable case
 */
export function detectableDrop(cases: readonly PlannedCounts[], alpha: number, power = 0.8): number | null {
  const comparable = cases.filter(isComparable);
  if (comparable.length === 0) return null;
  const strata = distinctStrata(comparable);
  const zAlpha = -normalQuantile(alpha);
  const zPower = normalQuantile(power);
  let drop = 0.05;
  for (let round = 0; round < ROUNDS; round++) {
    const { unchanged, dropped } = variances(strata, drop);
    const needed = (zAlpha * Math.sqrt(unchanged) + zPower * Math.sqrt(dropped)) / comparable.length;
    const next = 0.5 * drop + 0.5 * needed;
    // Every further round would be the same.
    if (next === drop) break;
    drop = next;
  }
  return drop;
}

/** Cases with equal counts have equal variances, which a round finds once. */
interface Strata {
  readonly distinct: readonly PlannedCounts[];
  /** The place of each case's counts among the distinct ones. */
  readonly of: Uint32Array;
}

function distinctStrata(cases: readonly PlannedCounts[]): Strata {
  const distinct: PlannedCounts[] = [];
  const places = new Map<string, number>();
  const of = Uint32Array.from(cases, (counts) => {
    const key = `${counts.n} ${counts.b} ${counts.m}`;
    const place = places.get(key) ?? distinct.push(counts) - 1;
    places.set(key, place);
    return place;
  });
  return { distinct, of };
}

/** Added up case by case, in their order, so that equal cases do not change a bit of the sum. */
function variances({ distinct, of }: Strata, drop: number): { unchanged: number; dropped: number } {
  const own = distinct.map((counts) => variancesOf(counts, drop));
  const unchangedOf = Float64Array.from(own, (each) => each.unchanged);
  const droppedOf = Float64Array.from(own, (each) => each.dropped);
  let unchanged = 0;
  let dropped = 0;
  for (const place of of) {
    unchanged += unchangedOf[place] ?? 0;
    dropped += droppedOf[place] ?? 0;
  }
  return { unchanged, dropped };
}

function variancesOf({ n, b, m }: PlannedCounts, drop: number): { unchanged: number; dropped: number } {
  const before = b / m;
  const after = Math.max(0, before - drop);
  const pooled = (m * before + n * after) / (m + n);
  const spread = pooled * (1 - pooled);
  return {
    unchanged: ((spread * (m + n)) / (m + n - 1)) * (1 / n + 1 / m),
    dropped: (m > 1 ? (before * (1 - before)) / (m - 1) : spread) + (after * (1 - after)) / n,
  };
}

import * as z from 'zod';
import { hashJson } from '#domain/hash-json.ts';
import { MOST_SHARDS, shardOf } from './shard.ts';

/** Which shard runs which case. */
export interface ShardPlan {
  readonly of: number;
  /** The commit of the run whose times it is made of; `null`: it has none. */
  readonly times_of: string | null;
  /** Index of the shard, from 1, by case id. */
  readonly cases: { readonly [id: string]: number };
}

/** What a case will take, as far as an earlier run tells. */
export interface CaseTimes {
  readonly of: string | null;
  /** Milliseconds of all its trials, by case id. */
  readonly ms: ReadonlyMap<string, number>;
}

/**
 * Divides cases so that all shards take about as long: the longest case first, each to the shard that has the least so far. A case without a
 * time goes where the hash of its id says, and counts as the mean of the others.
 */
export function planShards(cases: readonly { readonly id: string }[], of: number, times: CaseTimes): ShardPlan {
  const known = cases.flatMap(({ id }) => (times.ms.get(id) === undefined ? [] : [{ id, ms: times.ms.get(id) ?? 0 }]));
  const mean = known.length === 0 ? 0 : known.reduce((sum, { ms }) => sum + ms, 0) / known.length;
  const load = new Map(Array.from({ length: of }, (_, position) => [position + 1, 0]));
  const planned = new Map<string, number>();
  const give = (id: string, index: number, ms: number) => {
    planned.set(id, index);
    load.set(index, (load.get(index) ?? 0) + ms);
  };
  for (const { id } of cases) if (!times.ms.has(id)) give(id, shardOf(id, of), mean);
  const longestFirst = known.toSorted((one, other) => other.ms - one.ms || (one.id < other.id ? -1 : 1));
  for (const { id, ms } of longestFirst) {
    const [least] = [...load].reduce((best, next) => (next[1] < best[1] ? next : best));
    give(id, least, ms);
  }
  const inOrder = [...planned].sort(([one], [other]) => (one < other ? -1 : 1));
  return { of, times_of: known.length === 0 ? null : times.of, cases: Object.fromEntries(inOrder) };
}

/** The cases that a shard runs by a plan, in their order; one that the plan does not know goes by its hash. */
export function casesOfPlan<Item extends { readonly id: string }>(
  cases: readonly Item[],
  index: number,
  plan: ShardPlan,
): readonly Item[] {
  return cases.filter(({ id }) => {
    const planned = Object.hasOwn(plan.cases, id) ? plan.cases[id] : undefined;
    return (planned ?? shardOf(id, plan.of)) === index;
  });
}

/** Equal for equal plans. */
export function planHash({ of, cases }: ShardPlan): string {
  return hashJson({ of, cases: { ...cases } });
}

/** A stored plan; `null` if it is none, or one for another number of shards. */
export function readPlan(value: unknown, of: number): ShardPlan | null {
  const read = planSchema.safeParse(value);
  return read.success && read.data.of === of ? read.data : null;
}

const index = z.int().min(1).max(MOST_SHARDS);
const planSchema = z.object({
  of: index,
  times_of: z.string().max(64).nullable(),
  cases: z.record(z.string().max(128), index),
});

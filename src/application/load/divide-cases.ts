import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import { caseTimes } from '#domain/baseline/shards/case-times.ts';
import type { Case } from '#domain/suite/case.ts';
import { type CaseTimes, planShards, type ShardPlan } from '#domain/suite/selection/shard-plan.ts';
import { duration, plural, shortSha } from '#domain/words.ts';
import type { Progress } from '../progress.ts';

/** Which shard runs which of some cases. */
export type DivideCases = (
  cases: readonly Case[],
  shard: { readonly index: number; readonly of: number },
) => Promise<ShardPlan>;

/** One plan for all shards of a run, whoever of them made it. Never throws. */
export interface ShardPlans {
  /** The plan that a shard has stored already; `null`: none. */
  find(of: number): Promise<ShardPlan | null>;
  /** Stores a plan unless there is one; returns that which counts. */
  store(plan: ShardPlan): Promise<ShardPlan>;
}

/** What a plan is made from. */
export interface PlanBasis {
  /** Runs of main, which say what cases took. */
  readonly main: BaselineLookup;
  /** Ids of cases that the change can't reach: no shard will run them. */
  readonly carried: ReadonlySet<string>;
}

/**
 * Divides the cases that will run by what they took on main. The first shard that starts makes the plan and stores it for the others: main may
 * have a newer run by the time they look.
 *
 * @param basis asked for only by the shard that makes the plan
 */
export function divideCases(
  plans: ShardPlans,
  basis: () => Promise<PlanBasis>,
  progress: Pick<Progress, 'note'>,
): DivideCases {
  return async (cases, { index, of }) => {
    const known = await plans.find(of);
    const made = known === null ? makePlan(cases, of, await basis()) : null;
    const plan = known ?? (made === null ? null : await plans.store(made.plan));
    if (plan === null) throw new Error('no plan was made');
    const times = made?.times ?? null;
    const own = cases.filter(({ id }) => plan.cases[id] === index);
    const total = times === null ? 0 : own.reduce((sum, { id }) => sum + (times.ms.get(id) ?? 0), 0);
    const how =
      plan.times_of === null ? 'by the hashes of their ids' : `by what they took on main (${shortSha(plan.times_of)})`;
    const together = total > 0 ? `, ${duration(total)} of trials` : '';
    progress.note(`Shard ${index} of ${of}: ${plural(own.length, 'case')}${together}, divided ${how}`);
    return plan;
  };
}

function makePlan(
  cases: readonly Case[],
  of: number,
  { main, carried }: PlanBasis,
): { readonly plan: ShardPlan; readonly times: CaseTimes } {
  const running = cases.filter(({ id }) => !carried.has(id));
  const times = caseTimes(running, main);
  return { plan: planShards(running, of, times), times };
}

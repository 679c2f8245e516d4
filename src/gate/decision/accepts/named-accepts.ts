import type { Accept } from '#cases/suite/accept.ts';
import { canonicalJson } from '#common/json.ts';
import type { LeanComparedCase, LeanComparison } from '#gate/baseline/comparison/comparison.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import { isGone } from '../rules/gone-cases.ts';
import { mustNeverFail } from '../rules/never-fail.ts';
import type { AcceptDecision } from '../terms/accept-decision.ts';
import type { Policy } from '../terms/policy.ts';

/** An accept or an entry of the quarantine. */
export interface NamedAccept {
  readonly source: AcceptDecision['source'];
  readonly entry: Accept;
  /** Why it can have no effect, whatever the trials say; `null`: it can. */
  readonly barred: Exclude<AcceptDecision['state'], 'accepted' | 'beyond' | 'not_red'> | null;
}

/**
 * What a change accepts, and what main has in quarantine. Which of it can have an effect is known before the first trial: it
 * depends on the files of both sides, on main's runs and on the day.
 */
export function namedAccepts(
  comparison: Pick<LeanComparison, 'cases' | 'pool' | 'unaffected'>,
  policy: Pick<Policy, 'accepts' | 'quarantine' | 'never_fail'>,
  { accepts, created_at: today }: Pick<LeanResults, 'accepts' | 'created_at'>,
): readonly NamedAccept[] {
  const { quarantine = [], never_fail: listed } = policy;
  const cases = new Map(comparison.cases.map((item) => [item.id, item]));
  const onMain = new Set(comparison.pool[0]?.accepts?.map((entry) => canonicalJson({ ...entry })));
  // Cases that the change can't reach are main's, and can't get worse here.
  const unaffected = new Set(comparison.unaffected?.map(({ id }) => id));
  const barredOf = (entry: Accept): NamedAccept['barred'] => {
    if (isOver(entry, today)) return 'expired';
    return 'case' in entry && !unaffected.has(entry.case) ? barredCase(cases.get(entry.case), listed) : null;
  };
  return [
    ...(accepts?.entries ?? []).map((entry): NamedAccept => {
      const isHeld = onMain.has(canonicalJson({ ...entry }));
      const barred = policy.accepts === false ? 'off' : (barredOf(entry) ?? (isHeld ? 'on_main' : null));
      return { source: 'accept', entry, barred };
    }),
    ...quarantine.map((entry): NamedAccept => ({ source: 'quarantine', entry, barred: barredOf(entry) })),
  ];
}

/** A run whose day is not known accepts nothing. */
function isOver({ until }: Accept, today: string): boolean {
  return !/^\d{4}-\d{2}-\d{2}T/.test(today) || until < today.slice(0, 10);
}

function barredCase(item: LeanComparedCase | undefined, listed: readonly string[]): NamedAccept['barred'] {
  if (item === undefined || (item.candidate === null && !isGone(item))) return 'unknown';
  return mustNeverFail(item, listed) ? 'never_fail' : null;
}

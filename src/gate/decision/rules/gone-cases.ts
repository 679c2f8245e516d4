import type { LeanComparedCase, LeanComparison } from '#gate/baseline/comparison/comparison.ts';
import { pooledEvidence } from '#gate/baseline/results/evidence.ts';
import type { AcceptDecision } from '../terms/accept-decision.ts';
import { type Finding, finding } from '../terms/finding.ts';
import type { GoneFromMain } from '../terms/surroundings.ts';

/**
 * Cases that passed on main and can't fail any more, because the change takes them out of its suite or lets them demand nothing: a broken case
 * must not be green by leaving. A renamed case of equal content is paired, so it is compared instead. An accept covers a case, but
 * never half of main's suite.
 *
 * @param known by main's own files; `null`: they are not known, so that all that are missing count as removed
 */
export function goneCaseFindings(
  { cases }: Pick<LeanComparison, 'cases'>,
  accepts: readonly AcceptDecision[],
  known: GoneFromMain | null,
): readonly Finding[] {
  const main = cases.filter(({ baseline }) => baseline !== null);
  const isEmptied = ({ id, candidate }: LeanComparedCase) => candidate !== null && known?.emptied.includes(id) === true;
  const isRemoved = ({ id, candidate }: LeanComparedCase) =>
    candidate === null && known?.removed.includes(id) !== false;
  const gone = main.filter((item) => passedOnMain(item) && (isEmptied(item) || isRemoved(item)));
  const accepted = new Set(accepts.flatMap(({ state, case: id }) => (LIVE.has(state) ? [id] : [])));
  const open = gone.length * 2 >= main.length ? gone : gone.filter(({ id }) => !accepted.has(id));
  const kindOf = (item: LeanComparedCase) =>
    isEmptied(item) ? 'emptied' : item.status === 'no_result' ? 'no_result' : 'removed';
  return (['removed', 'no_result', 'emptied'] as const).flatMap((kind) => {
    const ids = open.filter((item) => kindOf(item) === kind).map(({ id }) => id);
    const about = { outcome: 'inconclusive', gate: 'baseline', code: 'cases_gone', cases: ids } as const;
    return ids.length === 0 ? [] : [finding(about, { kind, removed: ids.length, of: main.length })];
  });
}

/** An emptied case can't be red, and its accept counts all the same. */
const LIVE: ReadonlySet<AcceptDecision['state']> = new Set(['accepted', 'not_red']);

/** Whether it is missing here, so that an accept of it can only mean that it leaves. */
export function isGone(item: LeanComparedCase): boolean {
  return item.candidate === null && passedOnMain(item);
}

function passedOnMain({ runs }: LeanComparedCase): boolean {
  return pooledEvidence(runs)
    .flat()
    .some(({ outcome }) => outcome === 'passed');
}

import { bareTrial, type GateTrial, type PairedCase } from '../terms/evidence.ts';

/** A case with the fresh trials of both sides up to a stage. */
export function upTo(item: PairedCase, stage: number): PairedCase {
  const first = (trials: readonly GateTrial[]) => trials.filter(({ index }) => index <= stage);
  return { ...item, fixed: false, scheduled: stage, trials: first(item.trials), baseline: first(item.baseline) };
}

/**
 * The same if every missing fresh trial had spoken against the change: it failed here, and passed on main.
 *
 * @param stored the cases, for one that has no fresh trial on a side
 * @param reached fresh trials that were to be made on each side, by id
 */
export function atWorst(
  stored: readonly PairedCase[],
  seen: readonly PairedCase[],
  reached: ReadonlyMap<string, number>,
): readonly PairedCase[] {
  const known = new Map(seen.map((item) => [item.id, item]));
  return stored.flatMap((item) => {
    const stage = reached.get(item.id);
    if (stage === undefined) return [];
    const fresh = known.get(item.id) ?? { ...item, fixed: false, scheduled: stage, trials: [], baseline: [] };
    const trials = fillUp(fresh.trials, stage, { passed: false, tool_recall: 0 });
    const baseline = fillUp(fresh.baseline, stage, { passed: true, tool_recall: 1 });
    return [{ ...fresh, trials, baseline }];
  });
}

function fillUp(
  trials: readonly GateTrial[],
  count: number,
  values: Pick<GateTrial, 'passed' | 'tool_recall'>,
): readonly GateTrial[] {
  const known = new Set(trials.map(({ index }) => index));
  const missing = Array.from({ length: count }, (_, i) => i + 1).filter((index) => !known.has(index));
  return [...trials, ...missing.map((index) => ({ ...bareTrial(index, values.passed), ...values }))];
}

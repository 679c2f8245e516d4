import type { FloorDecision } from '#gate/decision/terms/decision.ts';
import type { MetricState } from '../metric-state.ts';
import type { MetricRow } from '../report.ts';

/** A row of the metrics table with the policy's floor for the whole suite, if there is one. */
export function withFloor(row: MetricRow, floors: readonly FloorDecision[]): MetricRow {
  const floor = floors.find(({ metric, tag }) => metric === row.metric && tag === null);
  if (floor === undefined) return row;
  const { min, value } = floor;
  const state = floorState(floor);
  return {
    ...row,
    floor: { min, value },
    state: worst([row.state, state]),
    failed_rules: [...row.failed_rules, ...(state === 'fail' ? ['min' as const] : [])],
  };
}

/** The result of a floor as a state. A floor that holds without proof holds. */
export function floorState({ outcome, value }: FloorDecision): MetricState {
  if (value === null) return 'watch';
  return outcome === 'fail' ? 'fail' : outcome === 'inconclusive' ? 'watch' : 'pass';
}

const WORST_FIRST: readonly MetricState[] = ['fail', 'watch', 'chance', 'pass', 'none'];

/** The worst of several states. */
export function worst(states: readonly MetricState[]): MetricState {
  return WORST_FIRST.find((state) => states.includes(state)) ?? 'none';
}

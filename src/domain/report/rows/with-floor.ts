import type { FloorDecision } from '#domain/gate/decision.ts';
import type { MetricRow, MetricState } from '../report.ts';

/** A row of the metrics table with the floor that the policy sets for the whole suite, if it sets one. */
export function withFloor(row: MetricRow, floors: readonly FloorDecision[]): MetricRow {
  const floor = floors.find(({ metric, tag }) => metric === row.metric && tag === null);
  if (floor === undefined) return row;
  const { min, value } = floor;
  return { ...row, floor: { min, value }, state: worst([row.state, floorState(floor)]) };
}

/** How a floor ended, as a state. A floor that holds without being proven holds. */
export function floorState({ outcome, value }: FloorDecision): MetricState {
  if (value === null) return 'watch';
  return outcome === 'fail' ? 'fail' : outcome === 'inconclusive' ? 'watch' : 'pass';
}

const WORST_FIRST: readonly MetricState[] = ['fail', 'watch', 'pass', 'none'];

/** The state that a reader has to see of several. */
export function worst(states: readonly MetricState[]): MetricState {
  return WORST_FIRST.find((state) => states.includes(state)) ?? 'none';
}

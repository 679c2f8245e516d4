import type { DecisionNumbers } from '#gate/decision/terms/decision.ts';
import type { MetricState } from '../metric-state.ts';
import type { MetricRow } from '../report.ts';

/** A row of the metrics table with the policy's floor for the whole suite, if there is one. */
export function withFloor(row: MetricRow, floors: DecisionNumbers['floors']): MetricRow {
  const floor = floors.find(({ metric, tag }) => metric === row.metric && tag === null);
  if (floor === undefined) return row;
  const state = floorState(floor);
  const side: 'max' | 'min' = 'max' in floor ? 'max' : 'min';
  return {
    ...row,
    floor: { side, bound: 'max' in floor ? floor.max : floor.min, value: floor.value },
    state: worst([row.state, state]),
    failed_rules: [...row.failed_rules, ...(state === 'fail' ? [side] : [])],
  };
}

/** The result of a floor as a state. A floor that holds without proof holds. */
export function floorState({ outcome, value }: DecisionNumbers['floors'][number]): MetricState {
  if (value === null) return 'watch';
  return outcome === 'fail' ? 'fail' : outcome === 'inconclusive' ? 'watch' : 'pass';
}

const WORST_FIRST: readonly MetricState[] = ['fail', 'watch', 'chance', 'pass', 'none'];

/** The worst of several states. */
export function worst(states: readonly MetricState[]): MetricState {
  return WORST_FIRST.find((state) => states.includes(state)) ?? 'none';
}

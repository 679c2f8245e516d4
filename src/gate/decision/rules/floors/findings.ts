import type { CeilingDecision, FloorDecision } from '#gate/decision/terms/decision.ts';
import { type Finding, finding } from '#gate/decision/terms/finding.ts';

/** The findings of absolute floors. */
export function floorFindings(floors: readonly (FloorDecision | CeilingDecision)[]): readonly Finding[] {
  return floors.flatMap((floor) => {
    const { metric: gate, tag, cases, value } = floor;
    const outcome = value === null && floor.outcome !== 'left_empty' ? 'inconclusive' : floor.outcome;
    if (outcome === 'pass') return [];
    if (outcome === 'not_proven' && !('max' in floor))
      return finding({ gate, tag, cases, outcome: 'note', code: 'floor_not_proven' }, { floor });
    const isOpenOrRed = outcome === 'fail' || outcome === 'inconclusive';
    return finding({ gate, tag, cases, outcome: isOpenOrRed ? outcome : 'note', code: 'floor' }, { floor });
  });
}

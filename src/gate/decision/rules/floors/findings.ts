import type { CeilingDecision, FloorDecision } from '#gate/decision/terms/decision.ts';
import { type Finding, finding } from '#gate/decision/terms/finding.ts';

/** The findings of absolute floors. */
export function floorFindings(floors: readonly (FloorDecision | CeilingDecision)[]): readonly Finding[] {
  return floors.flatMap((floor) => of(floor) ?? []);
}

function of(floor: FloorDecision | CeilingDecision): Finding | null {
  const { metric, tag, cases } = floor;
  const about = { gate: metric, tag, cases, code: 'floor' } as const;
  if (floor.value === null) return finding({ ...about, outcome: 'inconclusive' }, { floor });
  switch (floor.outcome) {
    case 'fail':
    case 'inconclusive':
      return finding({ ...about, outcome: floor.outcome }, { floor });
    case 'warning':
      return finding({ ...about, outcome: 'note' }, { floor });
    case 'not_proven':
      return 'max' in floor ? null : finding({ ...about, outcome: 'note', code: 'floor_not_proven' }, { floor });
    case 'pass':
      return null;
  }
}

import type { FloorDecision } from '../../decision.ts';
import { type Finding, finding } from '../../finding.ts';
import { caseFloorBroken, floorBroken, floorNotProven, floorUndecided, nothingToMeasure } from '../../words/floors.ts';

/** What absolute floors say. */
export function floorFindings(floors: readonly FloorDecision[]): readonly Finding[] {
  return floors.flatMap((floor) => of(floor) ?? []);
}

function of(floor: FloorDecision): Finding | null {
  const { metric, tag, cases } = floor;
  const about = { gate: metric, tag, cases } as const;
  if (floor.value === null) {
    return finding({ ...about, outcome: 'inconclusive', code: 'floor_unmeasured' }, nothingToMeasure(floor));
  }
  switch (floor.outcome) {
    case 'fail': {
      const words = metric === 'case_pass_rate' ? caseFloorBroken(floor) : floorBroken(floor, floor.value);
      return finding({ ...about, outcome: 'fail', code: 'floor' }, words);
    }
    case 'inconclusive':
      return finding(
        { ...about, outcome: 'inconclusive', code: 'floor_undecided' },
        floorUndecided(floor, floor.value),
      );
    case 'not_proven':
      return finding({ ...about, outcome: 'note', code: 'floor_not_proven' }, floorNotProven(floor, floor.value));
    case 'pass':
      return null;
  }
}

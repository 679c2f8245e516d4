import type { Case } from '#cases/suite/case.ts';
import type { Expectations } from '#cases/suite/expectation.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { scopesOf } from '../terms/scopes.ts';

/** Whether the grade of a case's trials depends on which tools were called. */
export function dependsOnCalls(evalCase: Case): boolean {
  return scopesOf(evalCase).some(({ expect }) => readsCalls(expect));
}

/** A program is given the calls, whatever it makes of them. */
function readsCalls({ tools, no_tools, custom = [], judge = [] }: Expectations): boolean {
  if (tools !== undefined || no_tools === true || custom.length > 0) return true;
  return judge.some(({ sees }) => sees.includes('tools'));
}

/** Whether its calls are unknown only because no request offered its model a tool. */
export function isUnoffered({ trajectory }: Pick<Trial, 'trajectory'>): boolean {
  return trajectory.turns.some(({ calls_unknown }) => calls_unknown === 'not_offered');
}

/** The trial of an agent whose calls are seen where it makes any: turns without an offered tool called none. */
export function withoutUnseenCalls(trial: Trial): Trial {
  const turns = trial.trajectory.turns.map((turn) => {
    const { calls_unknown: why, ...known } = turn;
    return why === 'not_offered' ? { ...known, tool_calls: [] } : turn;
  });
  return { ...trial, trajectory: { ...trial.trajectory, turns } };
}

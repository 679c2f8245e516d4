import type { ComparedCase, Comparison } from '#domain/baseline/comparison.ts';
import type { CaseRecord } from '#domain/baseline/results-file.ts';
import type { CaseDecision, Decision } from '#domain/gate/decision.ts';
import type { CaseGroup } from './report.ts';

/** A case test with a larger p is no reason to look at a case again. */
const SUSPICIOUS = 0.2;

/** Makes a function that says where each case of a comparison is listed. */
export function caseGroups(comparison: Comparison, decision: Decision): (compared: ComparedCase) => CaseGroup {
  const blamed = blamedCases(decision);
  const tests = new Map(decision.decision.pass_rate.cases.map((test) => [test.id, test]));
  const sameConditions = comparison.condition_differences.length === 0;
  return (compared) => {
    const { id, status, candidate, baseline, regraded } = compared;
    if (candidate === null) return 'removed';
    const here = passesOf(candidate);
    if (blamed.has(id) && here.passed < here.scored) return 'broken';
    if (candidate.trials.length === 0) return 'not_run';
    if (here.scored === 0) return 'errors';
    if (!comparison.has_baseline) return alone(here);
    if (status === 'new' || status === 'changed') return status;
    // Under other conditions no case at all is comparable; that is said once, and the cases are told apart by what they did here.
    if (status === 'not_comparable') return sameConditions ? status : alone(here);
    const group = baseline === null ? alone(here) : againstMain(here, passesOf(baseline), tests.get(id));
    return group === 'stable' && regraded ? 'changed' : group;
  };
}

/** Passed and judged trials of one side of a case. */
export interface Passes {
  readonly passed: number;
  readonly scored: number;
}

/** Counts a case's judged trials. */
export function passesOf({ trials }: CaseRecord): Passes {
  const scored = trials.filter((trial) => trial.outcome !== 'error');
  return { passed: scored.filter((trial) => trial.outcome === 'passed').length, scored: scored.length };
}

/** Cases the verdict names as the cause of a FAIL. */
function blamedCases({ verdict, reasons }: Decision): ReadonlySet<string> {
  const failing = verdict === 'fail' ? reasons.filter((reason) => reason.outcome === 'fail') : [];
  return new Set(failing.flatMap((reason) => reason.cases));
}

function againstMain(here: Passes, main: Passes, test: CaseDecision | undefined): CaseGroup {
  if (here.passed === here.scored) return 2 * main.passed < main.scored ? 'fixed' : 'stable';
  const fell = here.passed * main.scored < main.passed * here.scored;
  const notByChance = main.passed === main.scored || (test !== undefined && test.p <= SUSPICIOUS);
  if (fell && notByChance) return 'worse';
  return alone(here);
}

function alone({ passed, scored }: Passes): CaseGroup {
  if (passed === scored) return 'stable';
  return passed === 0 ? 'failing' : 'flaky';
}

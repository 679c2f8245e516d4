import type { ComparedCase } from '#gate/baseline/comparison/comparison.ts';
import type { CaseRecord } from '#gate/baseline/results/results-file.ts';
import { collectEvidence, tagsOf } from '#gate/decision/terms/collect-evidence.ts';
import type { CaseDecision, Decision } from '#gate/decision/terms/decision.ts';
import { reaches } from '#statistics/beyond.ts';
import type { CaseGroup } from '../report.ts';
import type { ReportInput } from '../report-input.ts';
import { caseMoves, MOST_P } from './case-moves.ts';

/** If a mean fell beyond chance, a case with a larger p is not listed as one to look at. */
const SUSPICIOUS = 0.2;

/** Makes a function that says where each case of a comparison is listed. */
export function caseGroups({
  comparison,
  decision,
  results,
}: Pick<ReportInput, 'comparison' | 'decision' | 'results'>): (compared: ComparedCase) => CaseGroup {
  const { trials: look, confidence, pass_rate } = decision.decision;
  const blamed = blamedCases(decision);
  const tests = new Map(pass_rate.cases.map((test) => [test.id, test]));
  const moves = caseMoves(collectEvidence(comparison, results).paired, look, confidence);
  const watched = new Set(
    pass_rate.cases.flatMap(({ id, watch, failed, p }) => ((watch || failed) && reaches(p, MOST_P) ? [id] : [])),
  );
  const sameConditions = comparison.condition_differences.length === 0;
  const movedTo = (compared: ComparedCase, here: SidePasses, main: SidePasses): CaseGroup => {
    const { id } = compared;
    const hasFallen = fell(here, main);
    if (hasFallen && (watched.has(id) || moves.fell.has(id))) return 'worse';
    if (hasFallen && inRedMean(compared, decision, main, tests.get(id))) return 'affected';
    return moves.rose.has(id) && isWhole(here) ? 'fixed' : alone(here, main);
  };
  return (compared) => {
    const { id, status, candidate, baseline, regraded } = compared;
    if (candidate === null) return status === 'unaffected' ? 'unaffected' : 'removed';
    const here = passesOf(candidate);
    if (blamed.has(id) && here.passed < here.scored) return 'broken';
    if (candidate.trials.length === 0) return 'not_run';
    if (here.scored === 0) return 'errors';
    if (!comparison.has_baseline) return alone(here);
    if (status === 'new' || status === 'changed') return status;
    // Under other conditions no case is comparable; that is said once, and the cases are grouped by their results here.
    if (status === 'not_comparable') return sameConditions ? status : alone(here);
    const main = baseline === null ? NONE : passesOf(baseline);
    const group = movedTo(compared, here, main);
    return regraded && isWhole(here) && group !== 'fixed' ? 'changed' : group;
  };
}

/** Passed and judged trials of one side of a case. */
export interface SidePasses {
  readonly passed: number;
  readonly scored: number;
}

/** Counts a case's judged trials. */
export function passesOf({ trials }: CaseRecord): SidePasses {
  const scored = trials.filter((trial) => trial.outcome !== 'error');
  return { passed: scored.filter((trial) => trial.outcome === 'passed').length, scored: scored.length };
}

/** Cases that the verdict names as the cause of a FAIL. */
function blamedCases({ verdict, reasons }: Decision): ReadonlySet<string> {
  const failing = verdict === 'fail' ? reasons.filter((reason) => reason.outcome === 'fail') : [];
  return new Set(failing.flatMap((reason) => reason.cases));
}

const NONE: SidePasses = { passed: 0, scored: 0 };

function fell(here: SidePasses, main: SidePasses): boolean {
  return here.passed * main.scored < main.passed * here.scored;
}

/**
 * One of the cases that lowered a mean, although none of them alone is beyond chance: where to look for the cause of a red
 * mean.
 */
function inRedMean(
  compared: ComparedCase,
  { decision: { pass_rate, tags } }: Decision,
  main: SidePasses,
  test: CaseDecision | undefined,
): boolean {
  const isRed =
    pass_rate.suite?.failed === true ||
    tagsOf(compared).some((tag) => Object.hasOwn(tags, tag) && tags[tag]?.pass_rate?.failed === true);
  return isRed && (main.passed === main.scored || (test !== undefined && test.p <= SUSPICIOUS));
}

/** How it does by itself: it is stable if no trial failed, here or on main. */
function alone(here: SidePasses, main: SidePasses = NONE): CaseGroup {
  if (isWhole(here)) return isWhole(main) ? 'stable' : 'flaky';
  return here.passed === 0 ? 'failing' : 'flaky';
}

function isWhole({ passed, scored }: SidePasses): boolean {
  return passed === scored;
}

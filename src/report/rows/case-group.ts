import type { ComparedCase } from '#gate/baseline/comparison/comparison.ts';
import type { CaseRecord } from '#gate/baseline/results/results-file.ts';
import type { AcceptDecision } from '#gate/decision/terms/accept-decision.ts';
import { totalAlpha } from '#gate/decision/terms/alpha.ts';
import { collectEvidence, tagsOf } from '#gate/decision/terms/collect-evidence.ts';
import type { CaseDecision, Decision } from '#gate/decision/terms/decision.ts';
import { comparableCases, countsOf, type PairedCase } from '#gate/decision/terms/evidence.ts';
import type { ReasonCode } from '#gate/decision/terms/reason-code.ts';
import { reaches } from '#statistics/beyond.ts';
import { caseMinPAtLook } from '#statistics/counts/min-p.ts';
import type { CaseGroup } from '../report.ts';
import type { ReportInput } from '../report-input.ts';

/** If a mean fell beyond chance, a case with a larger p is not listed as one to look at. */
const SUSPICIOUS = 0.2;

/**
 * Makes a function that says where each case of a comparison is listed.
 *
 * @param improved ids of cases that pass more often, beyond chance
 */
export function caseGroups(
  { comparison, decision, results }: Pick<ReportInput, 'comparison' | 'decision' | 'results'>,
  improved: readonly string[],
): (compared: ComparedCase) => CaseGroup {
  const { trials: look, confidence, pass_rate } = decision.decision;
  const blamed = casesOf(decision, (code) => code !== 'never_fail');
  const guarded = casesOf(decision, (code) => code === 'never_fail');
  const set = setAside(decision);
  const tests = new Map(pass_rate.cases.map((test) => [test.id, test]));
  const fallen = fallenCases(collectEvidence(comparison, results).paired, look, confidence);
  const watched = new Set(
    pass_rate.cases.flatMap(({ id, watch, failed, p }) => ((watch || failed) && reaches(p, MOST_P) ? [id] : [])),
  );
  const sameConditions = comparison.condition_differences.length === 0;
  const movedTo = (compared: ComparedCase, here: SidePasses, main: SidePasses): CaseGroup => {
    const { id } = compared;
    const hasFallen = fell(here, main);
    if (hasFallen && (watched.has(id) || fallen.has(id))) return 'worse';
    if (hasFallen && inRedMean(compared, decision, main, tests.get(id))) return 'affected';
    return improved.includes(id) && isWhole(here) ? 'fixed' : alone(here, main);
  };
  return (compared) => {
    const { id, status, candidate, baseline, regraded } = compared;
    if (candidate === null) return status === 'unaffected' || status === 'no_result' ? status : 'removed';
    const here = passesOf(candidate);
    if (blamed.has(id) && here.passed < here.scored) return 'broken';
    if (guarded.has(id) && here.passed < here.scored) return 'guarded';
    if (candidate.trials.length === 0) return 'not_run';
    if (here.scored === 0) return 'errors';
    if (!comparison.has_baseline) return alone(here);
    if (status === 'new' || status === 'changed') return status;
    // Under other conditions no case is comparable; that is said once, and the cases are grouped by their results here.
    if (status === 'not_comparable') return sameConditions ? status : alone(here);
    const aside = set.get(id);
    if (aside !== undefined) return aside;
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

/** Cases that the verdict names as the cause of a FAIL, by reasons of some codes. */
function casesOf({ verdict, reasons }: Decision, isMeant: (code: ReasonCode) => boolean): ReadonlySet<string> {
  const failing = verdict === 'fail' ? reasons.filter(({ outcome, code }) => outcome === 'fail' && isMeant(code)) : [];
  return new Set(failing.flatMap((reason) => reason.cases));
}

/** Whether an accept or an entry of the quarantine takes its case out of the decision. */
export function isSetAside(state: AcceptDecision['state'], source: AcceptDecision['source']): boolean {
  return state === 'accepted' || (source === 'quarantine' && state === 'not_red');
}

/** Cases whose failures decide nothing, by an accept that took effect or by the quarantine. */
function setAside({ decision: { accepts = [] } }: Decision): ReadonlyMap<string, 'accepted' | 'quarantined'> {
  return new Map(
    accepts.flatMap(({ case: id, source, state }) => {
      return id !== null && isSetAside(state, source)
        ? [[id, source === 'accept' ? ('accepted' as const) : ('quarantined' as const)]]
        : [];
    }),
  );
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

/**
 * Which single cases are listed as worse: one exact test over all comparable cases, the one-sided Fisher p of a case, adjusted by discrete
 * minP for the number of cases. If nothing changed there is none with a probability of at least `confidence`. No verdict depends on it; the
 * case test of the gate has a stricter boundary.
 *
 * @param look trials per case at which the run ended
 */
export function fallenCases(cases: readonly PairedCase[], look: number, confidence: number): ReadonlySet<string> {
  const compared = comparableCases(cases);
  const counts = compared.map((item) => ({ ...countsOf(item), scheduled: item.fixed ? look : item.scheduled }));
  const tests = caseMinPAtLook(counts, look);
  const isBeyondChance = (_: PairedCase, i: number) =>
    reaches(tests[i]?.pAdjusted ?? 1, totalAlpha(confidence)) && reaches(tests[i]?.p ?? 1, MOST_P);
  return new Set(compared.filter(isBeyondChance).map(({ id }) => id));
}

/** For a single case: what happens by chance in more than one case of twenty is no move. */
const MOST_P = 0.05;

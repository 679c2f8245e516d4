import { wasDue } from '#gate/baseline/results/evidence.ts';
import type { LeanCase } from '#gate/baseline/results/lean-results.ts';
import { SLACK } from '#statistics/beyond.ts';
import { exactTable } from '#statistics/counts/two-sided.ts';
import type { LeanTrial } from '#trials/trial/lean-trial.ts';
import type { MissingCounts } from '../facts/run-facts.ts';
import { bareTrial, type CandidateCase, type GateEvidence } from '../terms/evidence.ts';
import { type Finding, finding } from '../terms/finding.ts';
import { errorClasses } from './error-classes.ts';

/** Above this share of missing trials there is no verdict. */
const MOST_MISSING = 0.1;

/** With fewer judged trials a case that had at least this many is too uncertain. */
const FEWEST_SCORED = 2;

/** Missing shares that differ with a p below this are no accident. */
const DIFFERENT_SHARES = 0.01;

/** The verdict of the gates, before missing trials are considered. */
export type PlainVerdict = 'pass' | 'fail' | 'inconclusive';

/** Trials of the candidate that were due, and how many of them have no outcome. */
export function countMissing(cases: readonly CandidateCase[]): MissingCounts {
  const missing = cases.reduce((sum, item) => sum + item.missing.length, 0);
  return { scheduled: cases.reduce((sum, { scored }) => sum + scored, missing), missing };
}

/**
 * Whether faults of the machinery leave a verdict. They leave none if too many trials are missing, if a case has hardly any, or
 * if the verdict would change if the missing trials had all passed (a fail), or all failed: a pass, and what is open, must not become red.
 *
 * @param records the candidate's cases as stored, to name the errors
 * @param verdict the gates' verdict on the evidence without the missing trials, or with them; `null`: these trials only choose what is tried again
 */
export function infrastructureFindings(
  evidence: GateEvidence,
  records: readonly LeanCase[],
  verdict: ((evidence: GateEvidence) => PlainVerdict) | null,
): readonly Finding[] {
  const { scheduled, missing } = countMissing(evidence.candidate);
  if (missing === 0) return [];
  const about = { outcome: 'inconclusive', gate: 'infrastructure', code: 'missing_trials' } as const;
  const affected = evidence.candidate.filter((item) => item.missing.length > 0).map(({ id }) => id);
  const thin = evidence.candidate.filter(isThin).map(({ id }) => id);
  const without = verdict?.(evidence) ?? null;
  const findings: Finding[] = [];
  if (isTooMuch(missing, scheduled)) {
    const errors = errorClasses(dueTrials(records));
    findings.push(finding({ ...about, cases: affected }, { kind: 'too_many', missing, scheduled, errors }));
  }
  if (without !== 'fail' && thin.length > 0) {
    const errors = errorClasses(dueTrials(records.filter(({ id }) => thin.includes(id))));
    findings.push(finding({ ...about, cases: thin }, { kind: 'few_judged', errors }));
  }
  if (without !== null) {
    const would_be = verdict?.(impute(evidence, without === 'fail')) ?? without;
    if (without === 'inconclusive' ? would_be === 'fail' : would_be !== without)
      findings.push(finding({ ...about, cases: affected }, { kind: 'hinges', missing, verdict: without, would_be }));
  }
  return findings;
}

/** The planned trials of some cases, without those that a budget or a signal cut. */
function dueTrials(cases: readonly LeanCase[]): readonly LeanTrial[] {
  const planned = cases.flatMap(({ planned_trials: last, trials }) => trials.filter(({ index }) => index <= last));
  return planned.filter(wasDue);
}

/** A warning if one side lost clearly more trials than the other: the change itself may be the cause. */
export function missingShareFindings(evidence: GateEvidence, baseline: readonly LeanCase[]): readonly Finding[] {
  const here = countMissing(evidence.candidate);
  const outcomes = baseline.flatMap(({ trials }) => trials.map(({ outcome }) => outcome));
  const main = { scheduled: outcomes.length, missing: outcomes.filter((outcome) => outcome === 'error').length };
  if (main.scheduled === 0) return [];
  const { low, p } = exactTable(here.missing + main.missing, here.scheduled, main.scheduled);
  if ((p[here.missing - low] ?? 1) >= DIFFERENT_SHARES) return [];
  const about = { outcome: 'note', gate: 'infrastructure', code: 'missing_shares_differ' } as const;
  return [finding(about, { here, main })];
}

function isThin({ scored, missing }: CandidateCase): boolean {
  return isTooFew(scored, scored + missing.length);
}

/** Whether so many trials say nothing that the others leave no verdict. */
export function isTooMuch(missing: number, scheduled: number): boolean {
  return missing > MOST_MISSING * scheduled * (1 + SLACK);
}

/** Whether what is left of the trials of a case is hardly any. */
export function isTooFew(left: number, scheduled: number): boolean {
  return left < Math.min(FEWEST_SCORED, scheduled);
}

/** The evidence if every missing trial had the same outcome. Its other values stay unknown. */
export function impute(evidence: GateEvidence, passed: boolean): GateEvidence {
  const fill = <Item extends CandidateCase>(item: Item): Item => ({
    ...item,
    missing: [],
    trials: [...item.trials, ...item.missing.map(({ index, round }) => bareTrial(index, passed, round))],
  });
  return { ...evidence, candidate: evidence.candidate.map(fill), paired: evidence.paired.map(fill) };
}

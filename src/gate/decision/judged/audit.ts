import { fallsBelow, reaches } from '#statistics/beyond.ts';
import { type AuditedSide, auditedDrop } from '#statistics/judge/audited-drop.ts';
import { effectOf, timesShare } from '../rules/pass-rate/test.ts';
import { isRed } from '../terms/boundary.ts';
import type { SuiteDecision } from '../terms/decision.ts';
import { comparableCases, type GateTrial, type PairedCase, passes } from '../terms/evidence.ts';
import type { AuditNumbers } from '../terms/judge-numbers.ts';
import { casesAt } from '../terms/trials-at.ts';

/** Trials of a judged case of the candidate that the second judge grades, and how many of main it keeps. */
export const AUDITED_TRIALS = { candidate: 2, main: 5 } as const;

/** At this p the judge errs differently on the two sides. */
const DIFFERS = 0.05;

/** Share of the judged cases that the second judge has to have graded on both sides. */
const ENOUGH = 0.7;

/** Whether a judge decides a case, whatever is known of it. */
export function isJudged(item: PairedCase): boolean {
  return (item.criteria ?? []).length > 0;
}

/**
 * Whether judged cases decide the mean: it is red, it passes, or it is nearer than two standard errors to the drop that a pass
 * rules out. A pass counts however clear it is, because a judge that is lenient to the change can hide any drop.
 */
export function needsAudit(suite: SuiteDecision | null, paired: readonly PairedCase[]): boolean {
  if (suite === null || !comparableCases(paired).some(isJudged)) return false;
  const { drop, standard_error: error } = effectOf(suite);
  const isNear = suite.rule_out !== null && fallsBelow(Math.abs(suite.rule_out - drop), 2 * error);
  return suite.failed || suite.passed || isNear;
}

/**
 * The drop as the second judge sees it, over the cases that no judge decides and those that it graded on both sides.
 *
 * @param alpha budget of the suite test; `null`: its boundary (method threshold)
 * @returns `null` if it graded too few
 */
export function auditDecision(
  paired: readonly PairedCase[],
  suite: SuiteDecision,
  alpha: number | null,
): AuditNumbers | null {
  const compared = comparableCases(casesAt(paired, suite.look));
  const sides = compared.map((item) => ({
    isJudged: isJudged(item),
    candidate: sideOf(item.trials),
    baseline: sideOf(item.baseline),
  }));
  const judged = sides.filter((item) => item.isJudged);
  const audited = judged.filter(({ candidate, baseline }) => candidate.audited.length * baseline.audited.length > 0);
  if (audited.length < ENOUGH * judged.length) return null;
  const ofTested = auditedDrop(sides.filter((item) => !item.isJudged || audited.includes(item)));
  if (ofTested === null) return null;
  const { p, p_differs, ci95, leniency: stricter_here } = ofTested;
  const effect = timesShare(suite.share ?? 1, {
    drop: ofTested.drop,
    standard_error: ofTested.standardError,
    ci95: [ci95.low, ci95.high],
    upper95: ofTested.upper95,
  });
  const boundary = alpha ?? suite.boundary;
  const failed = isRed({ p, boundary, change: effect.drop, limit: suite.max_drop });
  const passed = !failed && (suite.rule_out === null || fallsBelow(effect.upper95, suite.rule_out));
  const outcome = failed ? 'failed' : passed ? 'passed' : 'open';
  const differs = reaches(p_differs, DIFFERS);
  return { cases: ofTested.audited, ...effect, p, boundary, stricter_here, p_differs, differs, outcome };
}

/** Whether the second judge passes most of the answers of a case here that the first one failed. */
export function isTakenBack({ trials }: PairedCase): boolean {
  const failed = trials.filter(({ passed, audit }) => !passed && audit !== undefined);
  return failed.length > 0 && 2 * failed.filter(({ audit }) => audit === true).length >= failed.length;
}

function sideOf(trials: readonly GateTrial[]): AuditedSide {
  return {
    rate: passes(trials) / trials.length,
    audited: trials.flatMap(({ passed, audit }) => (audit === undefined ? [] : [{ judge: passed, audit }])),
  };
}

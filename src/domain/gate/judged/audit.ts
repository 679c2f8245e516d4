import { fallsBelow, reaches } from '#domain/statistics/beyond.ts';
import { type AuditedDrop, type AuditedSide, auditedDrop } from '#domain/statistics/judge/audited-drop.ts';
import { isRed } from '../boundary.ts';
import type { SuiteDecision } from '../decision.ts';
import { comparableCases, type GateTrial, type PairedCase, passes } from '../evidence.ts';
import { trialsAt } from '../looks/trials-at.ts';
import { effectOf } from '../rules/pass-rate/test.ts';

/** Trials of a judged case of the candidate that the second judge grades, and how many of main it keeps. */
export const AUDITED_TRIALS = { candidate: 2, main: 5 } as const;

/** At this p the judge errs differently on the two sides. */
const DIFFERS = 0.05;

/** Share of the judged cases that the second judge has to have graded on both sides. */
const ENOUGH = 0.7;

/** What the second judge's grades decide in place of the first one's. */
export interface AuditDecision extends AuditedDrop {
  /** The p at or below which its drop is red: the whole budget of the suite test, as it is tested once. */
  readonly boundary: number;
  /** The first judge treats the answers of the two sides differently. */
  readonly differs: boolean;
  readonly outcome: 'failed' | 'passed' | 'open';
}

/** Whether a judge decides a case, whatever is known of it. */
export function isJudged(item: PairedCase): boolean {
  return (item.criteria ?? []).length > 0;
}

/**
 * Whether judged cases decide the mean: it is red, it passes, or it is nearer than two standard errors to the drop that a pass rules out. A pass is
 * among them however far it is, because a judge that is lenient to the change hides a drop far from every bound.
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
): AuditDecision | null {
  const compared = comparableCases(paired.map((item) => trialsAt(item, suite.look)));
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
  const found = timesShare(suite.share ?? 1, ofTested);
  const boundary = alpha ?? suite.boundary;
  const { drop, p, upper95, p_differs } = found;
  const failed = isRed({ p, boundary, change: drop, limit: suite.max_drop });
  const passed = !failed && (suite.rule_out === null || fallsBelow(upper95, suite.rule_out));
  const outcome = failed ? 'failed' : passed ? 'passed' : 'open';
  return { ...found, boundary, differs: reaches(p_differs, DIFFERS), outcome };
}

/** The same, of all cases: those that the change can't reach are unchanged. */
function timesShare(share: number, found: AuditedDrop): AuditedDrop {
  const { low, high } = found.ci95;
  return {
    ...found,
    drop: share * found.drop,
    standardError: share * found.standardError,
    ci95: { low: share * low, high: share * high },
    upper95: share * found.upper95,
  };
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

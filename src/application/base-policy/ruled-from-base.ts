import type { Comparison } from '#domain/baseline/comparison.ts';
import type { Decision, Reason } from '#domain/gate/decision.ts';
import type { LoadedSuite } from '../loading/load-suite.ts';
import { loosenedCases } from './loosened-cases.ts';
import type { PolicyFromBase } from './policy-from-base.ts';
import { policyReasons } from './policy-reasons.ts';
import type { TrialsChange } from './trials-of-main.ts';

/** What was decided on, and by whose policy. */
export interface Ruled {
  /** `null`: the suite's own, and nothing is to be said of it. */
  readonly policy: PolicyFromBase | null;
  readonly comparison: Comparison;
  readonly suite: Pick<LoadedSuite, 'cases'>;
  readonly trials: readonly TrialsChange[];
}

/**
 * The decision with what the change does to the rule that it is judged by: told before all other notes, so that no list is cut above it. What
 * leaves the rule open takes a pass away; where something graver decides, it is told.
 */
export async function ruledFromBase(decision: Decision, ruled: Ruled): Promise<Decision> {
  const { policy, comparison, suite, trials } = ruled;
  if (policy === null) return decision;
  const { origin, source } = policy;
  const rewritten = origin.kind === 'base' ? await loosenedCases(comparison, suite.cases, origin.base, source) : [];
  return withReasons(decision, policyReasons({ policy, comparison, trials, rewritten }));
}

function withReasons(decision: Decision, told: readonly Reason[]): Decision {
  const { verdict, reasons } = decision;
  const isOpen = verdict === 'pass' || verdict === 'inconclusive';
  const questions = told.filter(({ outcome }) => outcome === 'inconclusive');
  const notes = told.filter(({ outcome }) => outcome === 'note');
  const [question] = questions;
  if (verdict === 'pass' && question !== undefined) {
    const held = reasons.map(asNote);
    return {
      ...decision,
      verdict: 'inconclusive',
      title: question.message,
      reasons: [...questions, ...notes, ...held],
    };
  }
  return {
    ...decision,
    reasons: [
      ...reasons.filter(({ outcome }) => outcome !== 'note'),
      ...(isOpen ? questions : questions.map(asNote)),
      ...notes,
      ...reasons.filter(({ outcome }) => outcome === 'note'),
    ],
  };
}

function asNote(reason: Reason): Reason {
  return { ...reason, outcome: 'note' };
}

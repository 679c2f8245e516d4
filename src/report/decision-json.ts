import { comparedFigures } from '#gate/baseline/comparison/compared-figures.ts';
import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import { type ComparedPassK, passKOf } from '#gate/baseline/comparison/pass-k-of.ts';
import { differenceWords, mainAndHere } from '#gate/baseline/pairing/difference-words.ts';
import type { RunDifference } from '#gate/baseline/pairing/run-difference.ts';
import type { RunFigures } from '#gate/baseline/results/figures-of-run.ts';
import type { Decision, Reason } from '#gate/decision/terms/decision.ts';
import { messageOf } from './reasons/reason-words.ts';

/**
 * The machine-readable form of a decision, as `compare --json` prints it. Its keys keep their order, so equal files give equal
 * bytes.
 */
export type DecisionJson = Pick<Decision, 'verdict' | 'decision'> & {
  /** The first line of every output. */
  readonly title: string;
  readonly reasons: readonly (Reason & { readonly message: string })[];
  readonly comparison: Pick<Comparison, 'has_baseline' | 'pool' | 'left_out'> & {
    readonly condition_differences: readonly WordedDifference[];
    readonly treatment_changes: readonly WordedDifference[];
    /** How often all of k trials pass, and at least one of them, on both sides. */
    readonly pass_k: ComparedPassK;
    /** Over the cases that are compared, or all of this run; main's are `null` without. */
    readonly figures: { readonly candidate: RunFigures; readonly baseline: RunFigures | null };
    readonly cases: readonly Pick<
      Comparison['cases'][number],
      'id' | 'status' | 'reason' | 'baseline_id' | 'regraded'
    >[];
  };
};

type WordedDifference = RunDifference & { readonly message: string };

/** Builds the machine-readable form: the decision unchanged, and the comparison's facts about each case without its trials. */
export function decisionJson(decision: Decision, comparison: Comparison, title: string): DecisionJson {
  const { verdict, reasons, decision: numbers, main } = decision;
  const { has_baseline, pool, left_out, condition_differences, treatment_changes, cases } = comparison;
  const sides = mainAndHere(main);
  const worded = (difference: RunDifference): WordedDifference => ({
    ...difference,
    message: differenceWords(difference, sides),
  });
  return {
    verdict,
    title,
    reasons: reasons.map((reason) => ({ ...reason, message: messageOf(reason, main) })),
    decision: numbers,
    comparison: {
      has_baseline,
      pool,
      left_out,
      condition_differences: condition_differences.map(worded),
      treatment_changes: treatment_changes.map(worded),
      pass_k: passKOf(comparison),
      figures: comparedFigures(comparison),
      cases: cases.map(({ id, status, reason, baseline_id, regraded }) => ({
        id,
        status,
        reason,
        baseline_id,
        regraded,
      })),
    },
  };
}

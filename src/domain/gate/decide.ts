import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { type Conclusion, conclude, verdictOf } from './conclude.ts';
import { confirmFailures } from './confirmation/confirm-failures.ts';
import { withConfirmation } from './confirmation/with-confirmation.ts';
import { evaluateGates } from './evaluate-gates.ts';
import { asNote } from './finding.ts';
import { decisionNumbers } from './numbers/decision-numbers.ts';
import type { Policy } from './policy.ts';
import { failingSuiteFindings } from './rules/failing-suite.ts';
import { identicalTrialFindings } from './rules/identical-trials.ts';
import { infrastructureFindings, missingShareFindings } from './rules/missing-trials.ts';
import { checkNeverFail } from './rules/never-fail.ts';
import { outlookFindings } from './rules/outlook.ts';
import { nothingEvaluatedFinding, runFindings } from './rules/run.ts';
import { uncomparedFindings } from './rules/uncompared.ts';
import { NOTHING_SAID, type RunContext } from './surroundings.ts';

/**
 * Decides whether a candidate got worse: red only if a change is larger than the tolerance and larger than chance explains,
 * green only if a drop that matters is ruled out, and otherwise inconclusive with what would settle it. The same comparison
 * gives the same decision, byte for byte; no random number enters a verdict.
 *
 * @param candidate the results of `comparison`
 * @param given what is known; see {@link NOTHING_SAID}
 */
export function decide(
  comparison: Comparison,
  policy: Policy,
  candidate: ResultsFile,
  given: Partial<RunContext> = {},
): Conclusion {
  const { confirmation, ended_by, serves_as_baseline, ...beside } = { ...NOTHING_SAID, ...given };
  const surroundings = { ended_by, serves_as_baseline };
  const evaluation = evaluateGates(comparison, policy, candidate, confirmation, surroundings);
  const { evidence, gates } = evaluation;
  const zeroTolerance = checkNeverFail(comparison, policy.never_fail);
  const missing = infrastructureFindings(evidence, candidate.cases, verdictOf(gates.findings), (other) =>
    verdictOf(evaluation.reevaluate(other).findings),
  );
  const repeated = missing.length > 0 ? null : confirmFailures(gates, evidence, candidate, comparison, confirmation);
  const numbers = decisionNumbers({ ...evaluation, zeroTolerance, policy, confirmation: repeated });

  const nothing = nothingEvaluatedFinding(candidate, surroundings);
  if (nothing !== null) return conclude({ ...beside, evidence: [nothing] }, numbers);
  // If missing trials leave no verdict, what the tests found is still reported, but only as notes.
  const tested =
    missing.length > 0
      ? gates.findings.map((found) => (found.outcome === 'fail' ? asNote(found) : found))
      : gates.findings;
  const found = [...runFindings(candidate, surroundings), ...zeroTolerance.findings, ...tested];
  const stored = comparison.cases.flatMap(({ baseline }) => baseline ?? []);
  const settled = [
    ...withConfirmation(found, gates.cases, confirmation, repeated),
    ...missing,
    ...uncomparedFindings(comparison, policy),
    ...failingSuiteFindings(comparison, evidence, policy),
    ...missingShareFindings(evidence, stored),
    ...identicalTrialFindings(candidate, comparison),
    ...outlookFindings(numbers, policy),
  ];
  return conclude({ ...beside, evidence: settled }, numbers);
}

import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { acceptFindings } from './accepts/accept-findings.ts';
import { type Conclusion, conclude, verdictOf } from './conclude.ts';
import { confirmFailures } from './confirmation/confirm-failures.ts';
import { retestsOf } from './confirmation/retest.ts';
import { withConfirmation } from './confirmation/with-confirmation.ts';
import { evaluateGates } from './evaluate-gates.ts';
import { asNote, type Finding } from './finding.ts';
import { withJudge } from './judged/judge-findings.ts';
import { policyFor } from './judged/policy-for.ts';
import { withAuditNumbers } from './judged/with-audit-numbers.ts';
import { decisionNumbers } from './numbers/decision-numbers.ts';
import type { Policy } from './policy.ts';
import { carriedFindings } from './rules/carried.ts';
import { dependentTrialFindings, mayHaveFailedBy } from './rules/dependent-trials.ts';
import { failingSuiteFindings } from './rules/failing-suite.ts';
import { identicalTrialFindings } from './rules/identical-trials.ts';
import { infrastructureFindings, missingShareFindings } from './rules/missing-trials.ts';
import { checkNeverFail } from './rules/never-fail.ts';
import { outlookFindings } from './rules/outlook.ts';
import { unsettledCaseFindings } from './rules/retested-cases.ts';
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
  written: Policy,
  candidate: ResultsFile,
  given: Partial<RunContext> = {},
): Conclusion {
  const { confirmation, retests, ended_by, serves_as_baseline, ...beside } = { ...NOTHING_SAID, ...given };
  const policy = policyFor(written, candidate);
  const surroundings = { ended_by, serves_as_baseline };
  const evaluation = evaluateGates(comparison, policy, candidate, { confirmation, retests }, surroundings);
  const { evidence, gates, plan } = evaluation;
  const zeroTolerance = checkNeverFail(comparison, policy.never_fail);
  const missing = infrastructureFindings(evidence, candidate.cases, verdictOf(gates.findings), (other) =>
    verdictOf(evaluation.reevaluate(other).findings),
  );
  const dependent = dependentTrialFindings(candidate, comparison);
  const undecided = missing.length > 0 || mayHaveFailedBy(dependent);
  const repeated = undecided ? null : confirmFailures(gates, evidence, candidate, comparison, confirmation);
  const numbers = decisionNumbers({ ...evaluation, zeroTolerance, policy, confirmation: repeated });

  const carried = carriedFindings(comparison, candidate);
  if (candidate.cases.length === 0 && carried.length > 0) return conclude({ ...beside, evidence: carried }, numbers);
  const nothing = nothingEvaluatedFinding(candidate, surroundings);
  if (nothing !== null) return conclude({ ...beside, evidence: [nothing] }, numbers);
  const tested = undecided ? gates.findings.map(demoted) : gates.findings;
  const found = [...runFindings(candidate, surroundings), ...zeroTolerance.findings, ...tested];
  const stored = comparison.cases.flatMap(({ baseline }) => baseline ?? []);
  const isRed = verdictOf(found) === 'fail';
  const tried =
    isRed || undecided ? null : retestsOf(gates.cases, candidate, comparison, confirmation, plan.retest_alpha);
  const unsettled =
    isRed || mayHaveFailedBy(dependent)
      ? []
      : unsettledCaseFindings({ paired: evidence.paired, plan, cases: gates.cases, retests: tried, confirmation });
  const settled = [
    ...dependent,
    ...acceptFindings(evaluation.accepts, comparison),
    ...withConfirmation(found, gates.cases, confirmation, repeated),
    ...missing,
    ...unsettled,
    ...carried,
    ...uncomparedFindings(comparison, policy),
    ...failingSuiteFindings(comparison, evidence, policy),
    ...missingShareFindings(evidence, stored),
    ...identicalTrialFindings(candidate, comparison),
    ...outlookFindings(numbers, policy),
  ];
  const judged = withJudge(settled, { evidence, plan, gates, policy });
  return conclude({ ...beside, evidence: judged.findings }, withAuditNumbers(numbers, judged.audit));
}

/** A finding of the tests if missing or dependent trials leave no verdict: still reported, but only as a note. */
function demoted(found: Finding): Finding {
  return found.outcome === 'fail' ? asNote(found) : found;
}

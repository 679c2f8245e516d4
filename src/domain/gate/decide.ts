import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { acceptFindings } from './accepts/accept-findings.ts';
import type { Fresh } from './again/fresh.ts';
import type { TriedAgain } from './again/tried-again.ts';
import { type Conclusion, conclude } from './conclude.ts';
import { decideTests } from './decide-tests.ts';
import type { DecisionNumbers } from './decision.ts';
import { withJudge } from './judged/judge-findings.ts';
import { policyFor } from './judged/policy-for.ts';
import { withAuditNumbers } from './judged/with-audit-numbers.ts';
import { decisionNumbers } from './numbers/decision-numbers.ts';
import type { Policy } from './policy.ts';
import { badRoundFindings } from './rules/bad-rounds.ts';
import { carriedFindings } from './rules/carried.ts';
import { failingSuiteFindings } from './rules/failing-suite.ts';
import { identicalTrialFindings } from './rules/identical-trials.ts';
import { missingShareFindings } from './rules/missing-trials.ts';
import { outlookFindings } from './rules/outlook.ts';
import { nothingEvaluatedFinding, runFindings } from './rules/run.ts';
import { uncomparedFindings } from './rules/uncompared.ts';
import { unsettledCaseFindings } from './rules/unsettled-cases.ts';
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
  const { fresh, ended_by, serves_as_baseline, ...others } = { ...NOTHING_SAID, ...given };
  const policy = policyFor(written, candidate);
  const surroundings = { ended_by, serves_as_baseline };
  const tests = decideTests(comparison, policy, candidate, fresh, surroundings);
  const { evaluation, zeroTolerance, again } = tests;
  const { evidence, gates, plan } = evaluation;
  const stages = candidate.again ?? [];
  const numbers = decisionNumbers({ ...evaluation, zeroTolerance, policy, stages, again: againNumbers(again, fresh) });
  const carried = carriedFindings(comparison, candidate);
  if (candidate.cases.length === 0 && carried.length > 0) return conclude({ ...others, evidence: carried }, numbers);
  const nothing = nothingEvaluatedFinding(candidate, surroundings);
  if (nothing !== null) return conclude({ ...others, evidence: [nothing] }, numbers);
  const stored = comparison.cases.flatMap(({ baseline }) => baseline ?? []);
  const findings = [
    ...tests.order.dependent,
    ...acceptFindings(evaluation.accepts, comparison),
    ...runFindings(candidate, surroundings),
    ...zeroTolerance.findings,
    ...tests.findings,
    ...unsettledCaseFindings({
      paired: evidence.paired,
      plan,
      cases: gates.cases,
      tests: [...tests.order.dependent, ...tests.findings],
    }),
    ...carried,
    ...uncomparedFindings(comparison, policy),
    ...failingSuiteFindings(comparison, evidence, policy),
    ...missingShareFindings(evidence, stored),
    ...badRoundFindings(candidate, comparison, fresh, tests.order),
    ...identicalTrialFindings(candidate, comparison),
    ...outlookFindings(numbers, policy),
  ];
  const judged = withJudge(findings, { evidence, plan, gates, policy });
  return conclude({ ...others, evidence: judged.findings }, withAuditNumbers(numbers, judged.audit));
}

function againNumbers(again: TriedAgain | null, fresh: Fresh): DecisionNumbers['again'] {
  if (again === null || fresh.kind !== 'done') return null;
  return { sha: fresh.results.commit.sha, stage: again.played.stage, tests: again.tests };
}

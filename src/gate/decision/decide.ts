import type { LeanComparison } from '#gate/baseline/comparison/comparison.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import { acceptFindings } from './accepts/accept-findings.ts';
import { type DecidedTests, decideTests } from './decide-tests.ts';
import { withJudge } from './judged/judge-findings.ts';
import { policyFor } from './judged/policy-for.ts';
import { withAuditNumbers } from './judged/with-audit-numbers.ts';
import { decisionNumbers } from './numbers/decision-numbers.ts';
import { badRoundFindings } from './rules/bad-rounds.ts';
import { type Conclusion, conclude } from './rules/conclude.ts';
import { failingSuiteFindings } from './rules/failing-suite.ts';
import { goneCaseFindings } from './rules/gone-cases.ts';
import { missingShareFindings } from './rules/missing-trials.ts';
import { cleanNeverFail } from './rules/never-fail.ts';
import { outlookFindings } from './rules/outlook.ts';
import { nothingEvaluatedFinding, runFindings } from './rules/run.ts';
import { unaffectedFindings } from './rules/unaffected.ts';
import { uncomparedFindings } from './rules/uncompared.ts';
import { unsettledCaseFindings } from './rules/unsettled-cases.ts';
import type { DecisionNumbers } from './terms/decision.ts';
import type { Finding } from './terms/finding.ts';
import type { Fresh } from './terms/fresh.ts';
import type { Policy } from './terms/policy.ts';
import { NOTHING_SAID, type RunContext, type Surroundings } from './terms/surroundings.ts';

/**
 * Decides whether a candidate got worse: red only if a change is larger than the tolerance and larger than chance explains,
 * green only if a drop that matters is ruled out, and otherwise inconclusive with what would settle it. The same comparison
 * gives the same decision, byte for byte; no random number enters a verdict.
 *
 * @param candidate the results of `comparison`
 * @param context what is known; see {@link NOTHING_SAID}
 */
export function decide(
  comparison: LeanComparison,
  gate: Policy,
  candidate: LeanResults,
  context: Partial<RunContext> = {},
): Conclusion {
  const { fresh, gone, ended_by, serves_as_baseline, ...others } = { ...NOTHING_SAID, ...context };
  const surroundings = { ended_by, serves_as_baseline };
  const policy = policyFor(gate, candidate);
  const tests = decideTests(comparison, policy, candidate, fresh, surroundings);
  const decided = { comparison, candidate, policy, fresh, surroundings, tests };
  const numbers = numbersOf(decided);
  const nothing = nothingRan(decided);
  if (nothing !== null) return conclude({ ...others, evidence: nothing }, numbers);
  const findings = [
    ...aboutTheRun(decided),
    ...cleanNeverFail(tests.zeroTolerance.entries, others.base_rules),
    ...tests.findings,
    ...goneCaseFindings(
      comparison,
      tests.evaluation.accepts.map(({ decision }) => decision),
      gone,
    ),
    ...unsettledOrUnseen(decided),
    ...observations(decided),
    ...outlookFindings(numbers, policy),
  ];
  const { evidence, plan, gates } = tests.evaluation;
  const judged = withJudge(findings, { evidence, plan, gates, policy });
  return conclude({ ...others, evidence: judged.findings }, withAuditNumbers(numbers, judged.audit));
}

/** Both sides, the rules, and what the tests found. */
interface Decided {
  readonly comparison: LeanComparison;
  readonly candidate: LeanResults;
  readonly policy: Policy;
  readonly fresh: Fresh<LeanResults>;
  readonly surroundings: Surroundings;
  readonly tests: DecidedTests;
}

function numbersOf({ candidate, policy, fresh, tests }: Decided): DecisionNumbers {
  const { evaluation, zeroTolerance, again: tried } = tests;
  const again =
    tried === null || fresh.kind !== 'done'
      ? null
      : { sha: fresh.results.commit.sha, stage: tried.played.stage, tests: tried.tests };
  return decisionNumbers({ ...evaluation, zeroTolerance, policy, stages: candidate.again ?? [], again });
}

/** All that can be said where no case ran; `null`: some did. */
function nothingRan({ comparison, candidate, surroundings }: Decided): readonly Finding[] | null {
  const unaffected = unaffectedFindings(comparison, candidate);
  if (candidate.cases.length === 0 && unaffected.length > 0) return unaffected;
  const nothing = nothingEvaluatedFinding(candidate, surroundings);
  return nothing && [nothing];
}

/** What comes before the tests: whether trials can be counted at all, what was accepted, and what no test may excuse. */
function aboutTheRun({ comparison, candidate, surroundings, tests }: Decided): readonly Finding[] {
  return [
    ...tests.order.dependent,
    ...tests.repeated,
    ...acceptFindings(tests.evaluation.accepts, comparison),
    ...runFindings(candidate, surroundings),
    ...tests.zeroTolerance.findings,
  ];
}

/** Cases that the tests leave open, and those that they did not see. */
function unsettledOrUnseen({ comparison, candidate, policy, tests }: Decided): readonly Finding[] {
  const { evidence, plan, gates } = tests.evaluation;
  const findings = [...tests.order.dependent, ...tests.findings];
  return [
    ...unsettledCaseFindings({ paired: evidence.paired, plan, cases: gates.cases, tests: findings }),
    ...unaffectedFindings(comparison, candidate),
    ...uncomparedFindings(comparison, policy),
  ];
}

/** What a reader should know of the trials, whatever the tests say. */
function observations({ comparison, candidate, policy, fresh, tests }: Decided): readonly Finding[] {
  const { evidence } = tests.evaluation;
  const stored = comparison.cases.flatMap(({ baseline }) => baseline ?? []);
  return [
    ...failingSuiteFindings(comparison, evidence, policy),
    ...missingShareFindings(evidence, stored),
    ...badRoundFindings(candidate, comparison, fresh, tests.order),
  ];
}

import type { Comparison } from '#domain/baseline/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results-file.ts';
import { confirmFailures } from './confirmation/confirm-failures.ts';
import type { Confirmation } from './confirmation/confirmation.ts';
import { withConfirmation } from './confirmation/with-confirmation.ts';
import type { Decision } from './decision.ts';
import { evaluateGates } from './evaluate-gates.ts';
import type { Finding } from './finding.ts';
import { decisionNumbers } from './numbers/decision-numbers.ts';
import type { Policy } from './policy.ts';
import type { ReasonCode } from './reason-code.ts';
import { identicalTrialFindings } from './rules/identical-trials.ts';
import { infrastructureFindings, missingShareFindings } from './rules/missing-trials.ts';
import { checkNeverFail } from './rules/never-fail.ts';
import { outlookFindings } from './rules/outlook.ts';
import { nothingEvaluatedFinding, runFindings } from './rules/run.ts';
import { uncomparedFindings } from './rules/uncompared.ts';
import { NOTHING_SAID, type Surroundings } from './surroundings.ts';
import { titleOf } from './title.ts';
import { inOrder, verdictOf } from './verdict.ts';

/**
 * Decides whether a candidate got worse: red only when a change is larger than is tolerated and larger than chance explains, green
 * only when a drop that matters is ruled out, and otherwise inconclusive with what would settle it. The same comparison gives the
 * same decision, byte for byte; no random number enters a verdict.
 *
 * @param candidate the results that `comparison` is about
 */
export function decide(
  comparison: Comparison,
  policy: Policy,
  candidate: ResultsFile,
  today: Confirmation = { kind: 'off' },
  surroundings: Surroundings = NOTHING_SAID,
): Decision {
  const evaluation = evaluateGates(comparison, policy, candidate, today, surroundings);
  const { evidence, gates } = evaluation;
  const zeroTolerance = checkNeverFail(comparison, policy.never_fail);
  const faults = infrastructureFindings(evidence, candidate.cases, verdictOf(gates.findings), (other) =>
    verdictOf(evaluation.reevaluate(other).findings),
  );
  const confirmation = faults.length > 0 ? null : confirmFailures(gates, evidence, candidate, comparison, today);
  const numbers = decisionNumbers({ ...evaluation, zeroTolerance, policy, confirmation });
  const nothing = nothingEvaluatedFinding(candidate, surroundings);
  const findings =
    nothing === null
      ? [
          ...withConfirmation(
            [
              ...runFindings(candidate, surroundings),
              ...zeroTolerance.findings,
              ...(faults.length > 0 ? gates.findings.map(withdrawn) : gates.findings),
            ],
            gates.cases,
            today,
            confirmation,
          ),
          ...faults,
          ...uncomparedFindings(comparison, policy),
          ...missingShareFindings(
            evidence,
            comparison.cases.flatMap(({ baseline }) => baseline ?? []),
          ),
          ...identicalTrialFindings(candidate, comparison),
          ...outlookFindings(numbers, policy),
        ]
      : [nothing];
  const verdict = nothing === null ? verdictOf(findings) : 'error';
  const told = verdict === 'fail' ? findings.filter(({ code }) => !SUITE_OPEN.has(code)) : findings;
  const ordered = inOrder(verdict === 'pass' ? told : told.flatMap(overruled));
  return {
    verdict,
    title: titleOf(ordered),
    reasons: ordered.map(({ headline: _, ...reason }) => reason),
    decision: numbers,
  };
}

/** What the tests found where the missing trials leave no verdict: still told, no longer decisive. */
function withdrawn(found: Finding): Finding {
  return found.outcome === 'fail' ? { ...found, outcome: 'note' } : found;
}

/** That the suite's mean is open: beside something red, more trials or cases would settle nothing. */
const SUITE_OPEN: ReadonlySet<ReasonCode> = new Set(['more_trials', 'more_cases']);

/** What held, where something else decides: the suite's average is still told, that a baseline was made is not. */
function overruled(found: Finding): readonly Finding[] {
  if (found.outcome !== 'pass') return [found];
  return found.gate === 'baseline' ? [] : [{ ...found, outcome: 'note', message: `on average, ${found.message}` }];
}

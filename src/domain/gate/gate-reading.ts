import type { Comparison } from '#domain/baseline/comparison.ts';
import { baselineFindings } from './baseline-findings.ts';
import { caseFindings } from './case-findings.ts';
import { testCases } from './case-test.ts';
import type { CaseDecision, FloorDecision } from './decision.ts';
import type { Finding } from './finding.ts';
import { floorFindings } from './floor-findings.ts';
import { readFloors } from './floors.ts';
import type { GateEvidence } from './gate-evidence.ts';
import type { GatePlan } from './gate-plan.ts';
import type { Policy } from './policy.ts';
import { scopeFindings } from './scope-findings.ts';
import { readScope, type ScopeReading } from './scope-reading.ts';
import { endOfSuite } from './suite-findings.ts';

/** Every test and floor, read on some evidence, and what they say. */
export interface GateReading {
  readonly suite: ScopeReading;
  readonly cases: readonly CaseDecision[];
  readonly tags: readonly { readonly tag: string; readonly reading: ScopeReading }[];
  readonly floors: readonly FloorDecision[];
  readonly trials_needed: number | null;
  /** In the order of telling. */
  readonly findings: readonly Finding[];
}

/**
 * Reads all gates of a plan on the evidence.
 *
 * @param trials trials per case of the last look
 */
export function readGates(
  evidence: GateEvidence,
  plan: GatePlan,
  policy: Policy,
  context: { readonly comparison: Comparison; readonly trials: number },
): GateReading {
  const { paired } = evidence;
  const suite = readScope(paired, plan.suite, plan.method);
  const end = endOfSuite(null, paired, suite.pass_rate, context.trials);
  const cases = plan.case_boundary === null ? [] : testCases(paired, plan.case_boundary, plan.total_alpha);
  const tags = plan.tags.map(({ tag, plan: tagPlan }) => {
    const tagged = paired.filter((item) => item.tags.includes(tag));
    const reading = readScope(tagged, tagPlan, plan.method);
    const findings = [
      ...scopeFindings(tag, tagged, tagPlan, reading),
      ...endOfSuite(tag, tagged, reading.pass_rate, context.trials).findings,
    ];
    return { tag, reading, findings };
  });
  const floors = readFloors(evidence, policy);
  const [dropped, others] = split(scopeFindings(null, paired, plan.suite, suite));
  return {
    suite,
    cases,
    tags: tags.map(({ tag, reading }) => ({ tag, reading })),
    floors,
    trials_needed: end.trials_needed,
    findings: [
      ...dropped,
      ...caseFindings(cases),
      ...others,
      ...tags.flatMap(({ findings }) => findings),
      ...floorFindings(floors),
      ...baselineFindings(context.comparison, paired),
      ...end.findings,
    ],
  };
}

/** What is said of pass rates comes before the cases, the rest after them. */
function split(findings: readonly Finding[]): readonly [readonly Finding[], readonly Finding[]] {
  return [findings.filter(({ gate }) => gate === 'pass_rate'), findings.filter(({ gate }) => gate !== 'pass_rate')];
}

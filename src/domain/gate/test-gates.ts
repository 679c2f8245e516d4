import { varianceOfOneMoreRun } from '#domain/statistics/between-runs.ts';
import { caseFindings } from './case-findings.ts';
import type { CaseDecision, FloorDecision } from './decision.ts';
import type { GateEvidence, PairedCase } from './evidence.ts';
import type { Finding } from './finding.ts';
import { lastLook } from './looks/look-run.ts';
import type { LooksReading } from './looks/test-looks.ts';
import { trialsAt } from './looks/trials-at.ts';
import type { GatePlan } from './plan.ts';
import type { Policy } from './policy.ts';
import { readFloors } from './rules/floors/check.ts';
import { floorFindings } from './rules/floors/findings.ts';
import { endOfSuite } from './rules/pass-rate/findings.ts';
import { finalLook, testSuite } from './rules/pass-rate/test.ts';
import { scopeFindings } from './rules/scope.ts';
import { readScope, type ScopeReading } from './scope-reading.ts';

/** Every test and floor, read on some evidence, and what they say. */
export interface GateReading {
  readonly looks: LooksReading;
  readonly suite: ScopeReading;
  readonly cases: readonly CaseDecision[];
  readonly tags: readonly { readonly tag: string; readonly reading: ScopeReading }[];
  readonly floors: readonly FloorDecision[];
  readonly trials_needed: number | null;
  /** In the order of telling. */
  readonly findings: readonly Finding[];
}

/**
 * Reads all gates of a plan on the evidence: pass rates and cases as the looks found them, what else there is once, on all trials.
 *
 * @param beforeTheEnd what is told just before how the suite's test ended
 */
export function readGates(
  evidence: GateEvidence,
  looks: LooksReading,
  plan: GatePlan,
  policy: Policy,
  beforeTheEnd: readonly Finding[] = [],
): GateReading {
  const { paired } = evidence;
  const planned = plan.looks.map(({ look }) => look);
  const most = lastLook({ looks: planned });
  const seen = paired.map((item) => trialsAt(item, looks.reached.get(item.id) ?? most));
  const suite = readScope(paired, plan.suite, plan.method, () => looks.suite);
  const end = endOfSuite(null, seen, suite.pass_rate, {
    alpha: plan.alpha.suite ?? null,
    extra_variance: plan.between_runs === null ? 0 : varianceOfOneMoreRun(plan.between_runs),
  });
  const tags = plan.tags.map(({ tag, plan: tagPlan }) => {
    const tagged = paired.filter((item) => item.tags.includes(tag));
    const look = lookOfAll(tagged, looks, most);
    const atLook = tagged.map((item) => trialsAt(item, look));
    const reading = readScope(tagged, tagPlan, plan.method, (rule) => testSuite(atLook, rule, finalLook(look)));
    const findings = [
      ...scopeFindings(tag, tagged, tagPlan, reading),
      ...endOfSuite(tag, atLook, reading.pass_rate, { alpha: null, extra_variance: 0 }).findings,
    ];
    return { tag, reading, findings };
  });
  const floors = readFloors(evidence, policy);
  const [dropped, others] = split(scopeFindings(null, paired, plan.suite, suite));
  return {
    looks,
    suite,
    cases: looks.cases,
    tags: tags.map(({ tag, reading }) => ({ tag, reading })),
    floors,
    trials_needed: end.trials_needed,
    findings: [
      ...dropped,
      ...caseFindings(looks.cases),
      ...others,
      ...tags.flatMap(({ findings }) => findings),
      ...floorFindings(floors),
      ...beforeTheEnd,
      ...end.findings,
    ],
  };
}

/** The last look that all of some cases reached. */
function lookOfAll(cases: readonly PairedCase[], { reached }: LooksReading, most: number): number {
  return cases.filter(({ fixed }) => !fixed).reduce((least, { id }) => Math.min(least, reached.get(id) ?? most), most);
}

/** What is said of pass rates comes before the cases, the rest after them. */
function split(findings: readonly Finding[]): readonly [readonly Finding[], readonly Finding[]] {
  return [findings.filter(({ gate }) => gate === 'pass_rate'), findings.filter(({ gate }) => gate !== 'pass_rate')];
}

import { varianceOfOneMoreRun } from '#statistics/counts/between-runs.ts';
import { lastLook } from '#trials/trial/looks.ts';
import type { LooksResult } from '../looks/test-looks.ts';
import type { CaseDecision, CeilingDecision, FloorDecision, ScopeDecisions } from '../terms/decision.ts';
import type { GateEvidence, PairedCase } from '../terms/evidence.ts';
import { type Finding, finding } from '../terms/finding.ts';
import type { Policy } from '../terms/policy.ts';
import { casesAt, trialsAt } from '../terms/trials-at.ts';
import { checkFloors } from './floors/check.ts';
import { endOfPassRate } from './pass-rate/end.ts';
import type { GatePlan } from './plan.ts';
import { scopeFindings, testScope } from './scope.ts';
import { caseFindings } from './single-case.ts';

/** Results of every test and floor on some evidence, with their findings. */
export interface GateResults {
  readonly looks: LooksResult;
  readonly suite: ScopeDecisions;
  readonly cases: readonly CaseDecision[];
  readonly tags: readonly { readonly tag: string; readonly tests: ScopeDecisions }[];
  readonly floors: readonly (FloorDecision | CeilingDecision)[];
  readonly trials_needed: number | null;
  /** In the order of the report. */
  readonly findings: readonly Finding[];
}

/**
 * Tests all gates of a plan on the evidence: pass rates and cases as of the looks, everything else once, on all trials.
 *
 * @param beforeTheEnd findings reported just before the end of the suite's test
 */
export function testGates(
  evidence: GateEvidence,
  looks: LooksResult,
  plan: GatePlan,
  policy: Policy,
  beforeTheEnd: readonly Finding[] = [],
): GateResults {
  const { paired } = evidence;
  const most = lastLook({ looks: plan.looks.map(({ look }) => look) });
  const scope = { tag: null, cases: paired, look: lookOfAll(paired, looks, most) };
  const suite = testScope(scope, plan.suite, { pass_rate: looks.suite });
  const seen = paired.map((item) => trialsAt(item, looks.reached.get(item.id) ?? most));
  const end = endOfPassRate(null, seen, suite.pass_rate, {
    alpha: plan.alpha.suite ?? null,
    extra_variance: plan.between_runs === null ? 0 : varianceOfOneMoreRun(plan.between_runs),
    drift: plan.suite.pass_rate?.drift ?? null,
    judge: policy.judge,
  });
  const reasons = scopeFindings(scope, plan.suite, suite);
  const tags = plan.tags.map(({ tag, plan: own }) => {
    const cases = paired.filter((item) => item.tags.includes(tag));
    const inTag = { tag, cases, look: lookOfAll(cases, looks, most) };
    const tests = testScope(inTag, own);
    const { pass_rate, others } = scopeFindings(inTag, own, tests);
    const terms = { alpha: null, extra_variance: 0, drift: own.pass_rate?.drift ?? null, judge: policy.judge };
    const { findings } = endOfPassRate(tag, casesAt(cases, inTag.look), tests.pass_rate, terms);
    return { tag, tests, findings: [...pass_rate, ...others, ...findings] };
  });
  const floors = checkFloors(evidence, policy);
  return {
    looks,
    suite,
    cases: looks.cases,
    tags: tags.map(({ tag, tests }) => ({ tag, tests })),
    floors,
    trials_needed: end.trials_needed,
    findings: [
      ...reasons.pass_rate,
      ...caseFindings(looks.cases),
      ...reasons.others,
      ...tags.flatMap(({ findings }) => findings),
      ...floorFindings(floors),
      ...beforeTheEnd,
      ...end.findings,
    ],
  };
}

/** The last look that all of some cases reached. */
function lookOfAll(cases: readonly PairedCase[], { reached }: LooksResult, most: number): number {
  return cases.filter(({ fixed }) => !fixed).reduce((least, { id }) => Math.min(least, reached.get(id) ?? most), most);
}

/** The findings of absolute floors. */
export function floorFindings(floors: readonly (FloorDecision | CeilingDecision)[]): readonly Finding[] {
  return floors.flatMap((floor) => {
    const { metric: gate, tag, cases, value } = floor;
    const outcome = value === null && floor.outcome !== 'left_empty' ? 'inconclusive' : floor.outcome;
    if (outcome === 'pass') return [];
    if (outcome === 'not_proven' && !('max' in floor))
      return finding({ gate, tag, cases, outcome: 'note', code: 'floor_not_proven' }, { floor });
    const isOpenOrRed = outcome === 'fail' || outcome === 'inconclusive';
    return finding({ gate, tag, cases, outcome: isOpenOrRed ? outcome : 'note', code: 'floor' }, { floor });
  });
}

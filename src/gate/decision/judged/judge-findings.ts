import { judgeTax } from '#statistics/judge/corrected-drop.ts';
import { lowerBoundOfJ } from '#statistics/judge/judge-error.ts';
import type { BlindJudgeFacts } from '../facts/test-facts.ts';
import { verdictOf } from '../rules/conclude.ts';
import { finalLook, testPassRate } from '../rules/pass-rate/test.ts';
import type { GatePlan } from '../rules/plan.ts';
import { brokenWithout } from '../rules/single-case.ts';
import type { GateResults } from '../rules/test-gates.ts';
import { comparableCases, type GateEvidence, type PairedCase } from '../terms/evidence.ts';
import { asNote, type Finding, finding, stated } from '../terms/finding.ts';
import { type JudgeRules, judgeOfCase, NOTHING_KNOWN } from '../terms/judge-rules.ts';
import type { Policy } from '../terms/policy.ts';
import { casesAt } from '../terms/trials-at.ts';
import { type Audited, withAudit } from './audit-findings.ts';

/** The tests that were made of some evidence. */
export interface JudgedTests {
  readonly evidence: Pick<GateEvidence, 'paired'>;
  readonly plan: GatePlan;
  readonly gates: Pick<GateResults, 'suite' | 'cases' | 'tags'>;
  readonly policy: Policy;
}

/**
 * Findings after what is known of the judge: where nothing shows that it tells good from bad, judged cases make nothing red and nothing green; an
 * unknown judge makes nothing green, unless the policy allows it. Without a judged case they stay as they are.
 */
export function withJudge(before: readonly Finding[], tests: JudgedTests): Audited {
  const { policy, evidence, gates, plan } = tests;
  const comparable = comparableCases(evidence.paired);
  const { findings: reasons, audit } =
    policy.judge?.audit === undefined
      ? { findings: before, audit: null }
      : withAudit(before, { paired: evidence.paired, plan, suite: gates.suite.pass_rate, cases: gates.cases });
  const { blind, unknown } = judgedBy(comparable, policy.judge);
  const settled =
    blind.cases.length === 0 ? reasons : reasons.flatMap((item) => without(new Set(blind.cases), item, tests));
  const isOpen = verdictOf(settled) !== 'fail';
  const fails = isOpen && verdictOf(reasons) === 'fail';
  const rules = policy.judge ?? NOTHING_KNOWN;
  const of = <Code extends string>(code: Code, { cases }: Doubtful, isWanted: boolean) =>
    ({ outcome: isOpen && isWanted ? 'inconclusive' : 'note', gate: 'pass_rate', code, cases }) as const;
  const unfounded = of('judge_cannot_tell', blind, true);
  const unmeasured = of('judge_uncalibrated', unknown, rules.uncalibrated !== 'allow');
  const facts = { criteria: unknown.criteria, unusable: rules.unusable ?? null };
  const findings = [
    ...(isOpen ? settled : settled.map((item) => (item.code === 'judge_not_confirmed' ? asNote(item) : item))),
    ...stated(
      blind.cases.length > 0 && finding(unfounded, { ...cannotTell(blind.criteria, rules), fails }),
      unknown.cases.length > 0 && finding(unmeasured, facts),
      taxOf(comparable, rules),
    ),
  ];
  return { findings, audit };
}

interface Doubtful {
  readonly cases: readonly string[];
  readonly criteria: readonly string[];
}

function judgedBy(
  cases: readonly PairedCase[],
  rules: JudgeRules | undefined,
): { readonly blind: Doubtful; readonly unknown: Doubtful } {
  const known = cases.map((item) => ({ id: item.id, judge: judgeOfCase(item, rules) }));
  const of = (kind: 'cannot_tell' | 'uncalibrated'): Doubtful => {
    const cases = known.flatMap(({ id, judge }) => (judge.kind === kind ? [{ id, criteria: judge.criteria }] : []));
    const criteria = new Set(cases.flatMap((item) => item.criteria));
    return { cases: cases.map(({ id }) => id), criteria: [...criteria] };
  };
  return { blind: of('cannot_tell'), unknown: of('uncalibrated') };
}

/** The part of a failure that does not rest on cases of a judge that can't tell; the rest becomes a note. */
function without(blind: ReadonlySet<string>, finding: Finding, tests: JudgedTests): readonly Finding[] {
  if (finding.outcome !== 'fail') return [finding];
  if (finding.code === 'case_broken') {
    const left = brokenWithout(finding, blind, tests.gates.cases) ?? [finding];
    return left.length === 0 ? [asNote(finding)] : left;
  }
  return finding.code === 'suite_drop' && !failsWithout(blind, finding.tag, tests) ? [asNote(finding)] : [finding];
}

function failsWithout(blind: ReadonlySet<string>, tag: string | null, tests: JudgedTests): boolean {
  const { gates, plan, evidence } = tests;
  const decision = (tag === null ? gates.suite : gates.tags.find((item) => item.tag === tag)?.tests)?.pass_rate;
  const own = (tag === null ? plan.suite : plan.tags.find((item) => item.tag === tag)?.plan)?.pass_rate;
  if (decision === undefined || decision === null || own === undefined || own === null) return false;
  const { look, boundary } = decision;
  const rest = evidence.paired.filter(({ id, tags }) => !blind.has(id) && (tag === null || tags.includes(tag)));
  return testPassRate(casesAt(rest, look), { ...own, boundary }, finalLook(look))?.failed === true;
}

function cannotTell(criteria: readonly string[], rules: JudgeRules): Pick<BlindJudgeFacts, 'criteria'> {
  return {
    criteria: criteria.map((id) => {
      const error = rules.criteria[id];
      if (error === undefined) return { id, error: null };
      return { id, error: { j: error.j, labels: [error.m1, error.m0], at_least: lowerBoundOfJ(error) } };
    }),
  };
}

function taxOf(cases: readonly PairedCase[], rules: JudgeRules): Finding | null {
  const known = cases.map((item) => judgeOfCase(item, rules));
  const judges = known.map((item) => (item.kind === 'known' ? item.judge : null));
  const tax = judgeTax(judges);
  if (tax === null) return null;
  const judged = judges.filter((judge) => judge !== null);
  const j = judged.reduce((sum, judge) => sum + judge.j, 0) / judged.length;
  return finding({ outcome: 'note', gate: 'pass_rate', code: 'judge_tax' }, { tax, j, cases: judged.length });
}

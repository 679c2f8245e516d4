import { defaultPolicy } from '#config/gate/policy-schema.ts';
import { decideEvidence } from '#gate/decision/decide-evidence.ts';
import { AUDITED_TRIALS } from '#gate/decision/judged/audit.ts';
import type { SuiteDecision } from '#gate/decision/terms/decision.ts';
import type { GateEvidence, GateTrial, PairedCase } from '#gate/decision/terms/evidence.ts';
import type { JudgeRules } from '#gate/decision/terms/judge-rules.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import type { JudgeError } from '#statistics/judge/judge-error.ts';
import type { Random } from './random.ts';
import type { JudgeWithErrors, Rule, Scenario } from './scenario.ts';
import type { Outcome } from './tally.ts';

/** The rules on judged answers. */
type JudgedRule = Extract<Rule, 'judged-as-is' | 'judged-corrected' | 'judged' | 'judged-audited'>;

/** The suite test gets half of the budget, the test of single cases the other: 5 % each. */
const POLICY: Policy = {
  ...defaultPolicy(),
  confidence: 0.9,
  tool_recall: null,
  total_tokens: null,
  cost_usd: null,
  latency_ms: null,
  pass_rate: { min: null, max_drop: 0.02, rule_out: 0.05, min_mode: 'point' },
};

const CRITERION = 'good';

/** Judges the true outcomes of a made-up pull request, and decides its mean by what the gate knows of the judge. */
export function decideJudged(scenario: Scenario, rule: JudgedRule, truth: GateEvidence, random: Random): Outcome {
  const { judge, looks } = scenario;
  if (judge === undefined) throw new Error('a scenario of judged answers needs a judge');
  const most = looks.at(-1) ?? 1;
  const rules = rulesOf(rule, judge, random);
  const paired = truth.paired.map((item) => judged(item, judge, rule === 'judged-audited', random));
  const { findings, gates, audit } = decideEvidence(
    { candidate: paired, paired },
    { ...POLICY, judge: rules },
    { looks, stop: most, appended: false },
  );
  if (rule === 'judged-as-is' || rule === 'judged-corrected')
    return { verdict: verdictOf(gates.suite.pass_rate), trials: most, confirming: 0 };
  const ofMean = findings.filter(({ gate }) => gate === 'pass_rate').map(({ outcome }) => outcome);
  const verdict = ofMean.includes('fail') ? 'fail' : ofMean.includes('inconclusive') ? 'inconclusive' : 'pass';
  return { verdict, trials: most, confirming: 0, alarm: audit?.differs === true };
}

function verdictOf(suite: SuiteDecision | null): Outcome['verdict'] {
  return suite?.failed === true ? 'fail' : suite?.passed === true ? 'pass' : 'inconclusive';
}

function rulesOf(rule: JudgedRule, { q1, q0, labels }: JudgeWithErrors, random: Random): JudgeRules {
  if (rule === 'judged-as-is') return { uncalibrated: 'allow', criteria: {} };
  const audit = rule === 'judged-audited' && { audit: { model: 'another' } };
  if (q1 === 1 && q0 === 1)
    return {
      uncalibrated: 'inconclusive',
      criteria: { [CRITERION]: errorOf(1, 1, Number.POSITIVE_INFINITY) },
      ...audit,
    };
  const share = (rate: number) => (hits(labels, rate, random) + 1) / (labels + 2);
  return { uncalibrated: 'inconclusive', criteria: { [CRITERION]: errorOf(share(q1), share(q0), labels) }, ...audit };
}

function errorOf(q1: number, q0: number, labels: number): JudgeError {
  const varJ = (q1 * (1 - q1)) / labels + (q0 * (1 - q0)) / labels;
  return { q1, q0, m1: labels, m0: labels, j: q1 + q0 - 1, varJ };
}

function hits(count: number, rate: number, random: Random): number {
  return Array.from({ length: count }, () => random.uniform() < rate).filter(Boolean).length;
}

/** The case as the judge sees it; the second judge of an audit is the truth. */
function judged(item: PairedCase, judge: JudgeWithErrors, isAudited: boolean, random: Random): PairedCase {
  const { here = {}, ...main } = judge;
  const side = (trials: readonly GateTrial[], by: JudgeWithErrors, graded: number): readonly GateTrial[] =>
    trials.map((trial, position) => ({
      ...trial,
      passed: trial.passed ? random.uniform() < by.q1 : random.uniform() >= by.q0,
      ...(isAudited && position < graded && { audit: trial.passed }),
    }));
  return {
    ...item,
    criteria: [CRITERION],
    trials: side(item.trials, { ...main, ...here }, AUDITED_TRIALS.candidate),
    baseline: side(item.baseline, main, AUDITED_TRIALS.main),
  };
}

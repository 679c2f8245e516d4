import { defaultPolicy } from '#config/gate/policy-schema.ts';
import { choose } from '#gate/decision/again/choose.ts';
import { decideEvidence, type EvidenceVerdict } from '#gate/decision/decide-evidence.ts';
import { improvementsOf } from '#gate/decision/improvements.ts';
import type { LookRun } from '#gate/decision/looks/look-run.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { stagesUpTo } from '#gate/decision/terms/stages.ts';
import { decideByFailures } from './by-failures.ts';
import { drawAmounts } from './draw-amounts.ts';
import { drawPullRequest, type PullRequest } from './draw-pull-request.ts';
import { decideJudged } from './judged.ts';
import { isRedBy } from './plain-rules.ts';
import { promisedDrop, settledByMore } from './promises.ts';
import type { Random } from './random.ts';
import type { Rule, Scenario } from './scenario.ts';
import { ADAPTIVE } from './tables/base.ts';
import type { Outcome } from './tally.ts';
import { tryAgain } from './try-again.ts';

/** Draws one pull request of a scenario and decides it by a rule. */
export function decideOne(scenario: Scenario, rule: Rule, random: Random): Outcome {
  if (rule === 'settling') return decideSettling(scenario, random);
  if (
    scenario.change === 'at-sight' ||
    scenario.change === 'case-at-sight' ||
    (scenario.change === 'at-rule-out' && rule !== 'gate')
  )
    return decidePromise(scenario, rule, random);
  const { amounts } = scenario;
  const drawn = amounts === undefined ? drawPullRequest(scenario, random) : drawAmounts(scenario, amounts, random);
  return decideDrawn(drawn, scenario, rule, random);
}

function decideDrawn(drawn: PullRequest, scenario: Scenario, rule: Exclude<Rule, 'settling'>, random: Random): Outcome {
  const policy = scenario.amounts === undefined ? DEFAULT : AMOUNTS;
  const most = scenario.looks.at(-1) ?? 1;
  const run = { looks: scenario.looks, stop: most, appended: false };
  switch (rule) {
    case 'naive-0':
    case 'naive-2':
    case 'paired-t':
    case 'suite-only':
    case 'total-only':
      return { verdict: isRedBy(rule, drawn.evidence) ? 'fail' : 'pass', trials: most, confirming: 0 };
    case 'gate-halves':
      return outcomeOf(decideEvidence(drawn.evidence, HALVES, run), scenario);
    case 'gate':
      return outcomeOf(decideEvidence(drawn.evidence, DEFAULT, run), scenario);
    case 'gate-alone':
      return outcomeOf(decideEvidence(drawn.evidence, policy, run, { reckons_with_days: true }), scenario);
    case 'gate-again':
      return again(drawn, scenario, run, policy);
    case 'gate-in-place':
      return inPlace(drawn, scenario, run, policy);
    case 'praise':
      return praised(drawn, scenario, run);
    case 'judged-as-is':
    case 'judged-corrected':
    case 'judged':
    case 'judged-audited':
      return decideJudged(scenario, rule, drawn.evidence, random);
    case 'by-failures': {
      const looks = { stable: scenario.stable_looks ?? scenario.looks, others: scenario.looks };
      return decideByFailures(drawn.evidence.paired, DEFAULT, looks, ADAPTIVE);
    }
  }
}

const DEFAULT = defaultPolicy();

/** What trials take is gated, and pass rates are not. */
const AMOUNTS: Policy = {
  ...DEFAULT,
  pass_rate: { ...DEFAULT.pass_rate, max_drop: null, rule_out: null },
  tool_recall: null,
};

/** A change with a drop of which its report says how often it is red. */
function decidePromise(scenario: Scenario, rule: Exclude<Rule, 'settling'>, random: Random): Outcome {
  let promised = 0;
  const drawn = drawPullRequest(scenario, random, (cases) => {
    const drop = promisedDrop(cases, DEFAULT, scenario, rule === 'gate-again');
    promised = drop.promised;
    return drop.drop;
  });
  return { ...decideDrawn(drawn, scenario, rule, random), promised };
}

/** No pull request of a row about open suites falls by more. */
const LARGEST_FALL = 0.1;

/** Draws pull requests until one is open and says how many trials settle it. */
function decideSettling(scenario: Scenario, random: Random): Outcome {
  for (;;) {
    const drawn = drawPullRequest(scenario, random, () => LARGEST_FALL * random.uniform());
    const outcome = settledByMore(drawn, DEFAULT, scenario);
    if (outcome !== null) return outcome;
  }
}

/** Pass rates alone are gated: the suite test and the case test share the false-alarm budget equally. */
const HALVES: Policy = { ...DEFAULT, tool_recall: null, total_tokens: null, cost_usd: null, latency_ms: null };

function outcomeOf({ verdict, trials }: EvidenceVerdict, { cases }: Scenario): Outcome {
  return { verdict, trials: trials / cases, confirming: 0 };
}

/** Nothing that the looks chose is green; stored trials may make it red. */
function inPlace(drawn: PullRequest, scenario: Scenario, run: LookRun, policy: Policy): Outcome {
  const chosen = decideEvidence(drawn.evidence, policy, run, { looks_for: 'choosing' });
  const outcome = outcomeOf(chosen, scenario);
  if (choose(chosen.gates) === null) return { ...outcome, verdict: 'pass' };
  const stop = chosen.gates.looks.looks.at(-1)?.look ?? run.stop;
  const options = { looks_for: 'in_place', reckons_with_days: true } as const;
  const { verdict } = decideEvidence(chosen.used, policy, { ...run, stop }, options);
  return { ...outcome, verdict: verdict === 'fail' ? 'fail' : 'inconclusive' };
}

/** What the report says at the look at which the run ends. */
function praised(drawn: PullRequest, scenario: Scenario, run: LookRun): Outcome {
  const chosen = decideEvidence(drawn.evidence, DEFAULT, run, { looks_for: 'choosing' });
  const ran = chosen.used.paired.map((item) => ({ ...item, scheduled: item.trials.length }));
  const { cases, metrics } = improvementsOf(ran, chosen.gates.looks.looks.at(-1)?.look ?? run.stop);
  return { ...outcomeOf(chosen, scenario), alarm: cases.length + metrics.length > 0 };
}

function again(drawn: PullRequest, scenario: Scenario, run: LookRun, policy: Policy): Outcome {
  const all = stagesUpTo(scenario.again ?? null, policy.method);
  const stages = scenario.own_job ? all.slice(-1) : all;
  const judged = decideEvidence(drawn.evidence, policy, run, { looks_for: 'choosing', again: stages });
  const { trials, ...outcome } = tryAgain(judged, drawn, { stages, own_job: scenario.own_job === true });
  return { ...outcomeOf(judged, scenario), ...outcome, confirming: trials / scenario.cases };
}

import { RETEST_TRIALS } from '#domain/gate/confirmation/retest.ts';
import { type EvidenceVerdict, judgeEvidence } from '#domain/gate/judge-evidence.ts';
import type { LookRun } from '#domain/gate/looks/look-run.ts';
import type { Policy } from '#domain/gate/policy.ts';
import { defaultPolicy } from '#domain/gate/policy-schema.ts';
import { decideByFailures } from './by-failures.ts';
import { confirm, retest } from './confirm.ts';
import { drawPullRequest, type PullRequest } from './draw-pull-request.ts';
import { decideJudged } from './judged.ts';
import { isRedBy } from './plain-rules.ts';
import type { Random } from './random.ts';
import type { Rule, Scenario } from './scenario.ts';
import { ADAPTIVE } from './tables/base.ts';
import type { Outcome } from './tally.ts';

/** Draws one pull request of a scenario and decides it by a rule. */
export function decideOne(scenario: Scenario, rule: Rule, random: Random): Outcome {
  const drawn = drawPullRequest(scenario, random);
  const most = scenario.looks.at(-1) ?? 1;
  const run = { looks: scenario.looks, stop: most, appended: false };
  switch (rule) {
    case 'naive-0':
    case 'naive-2':
    case 'paired-t':
    case 'suite-only':
      return { verdict: isRedBy(rule, drawn.evidence) ? 'fail' : 'pass', trials: most, confirming: 0 };
    case 'gate-halves':
      return outcomeOf(judgeEvidence(drawn.evidence, HALVES, run), scenario);
    case 'gate':
      return outcomeOf(judgeEvidence(drawn.evidence, DEFAULT, run), scenario);
    case 'gate-spread':
      return outcomeOf(judgeEvidence(drawn.evidence, DEFAULT, run, { reckons_with_spread: true }), scenario);
    case 'gate-confirmed':
      return confirming(drawn, scenario, run);
    case 'gate-whole':
      return whole(drawn, scenario, run);
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

/** Pass rates alone are gated: the suite test and the case test share the false-alarm budget equally. */
const HALVES: Policy = { ...DEFAULT, tool_recall: null, total_tokens: null, cost_usd: null, latency_ms: null };

function outcomeOf({ verdict, trials }: EvidenceVerdict, { cases }: Scenario): Outcome {
  return { verdict, trials: trials / cases, confirming: 0 };
}

function whole(drawn: PullRequest, scenario: Scenario, run: LookRun): Outcome {
  const judged = judgeEvidence(drawn.evidence, DEFAULT, run, { retests: true });
  if (judged.verdict === 'fail') return afterConfirming(judged, drawn, scenario);
  const outcome = outcomeOf(judged, scenario);
  const retests = retest(judged, drawn);
  const found = retests.map(({ outcome }) => outcome);
  const verdict = found.includes('broken') ? 'fail' : found.includes('unsettled') ? 'inconclusive' : outcome.verdict;
  return { ...outcome, verdict, confirming: (2 * RETEST_TRIALS * retests.length) / scenario.cases };
}

function confirming(drawn: PullRequest, scenario: Scenario, run: LookRun): Outcome {
  const judged = judgeEvidence(drawn.evidence, DEFAULT, run);
  return judged.verdict === 'fail' ? afterConfirming(judged, drawn, scenario) : outcomeOf(judged, scenario);
}

function afterConfirming(judged: EvidenceVerdict, drawn: PullRequest, scenario: Scenario): Outcome {
  const outcome = outcomeOf(judged, scenario);
  const { kept, trials } = confirm(judged, drawn);
  return { ...outcome, verdict: kept ? 'fail' : 'inconclusive', confirming: trials / scenario.cases };
}

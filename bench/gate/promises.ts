import { decideEvidence } from '#gate/decision/decide-evidence.ts';
import { detectableCase } from '#gate/decision/numbers/detectable-case.ts';
import { sightOf } from '#gate/decision/numbers/sight.ts';
import { planGates } from '#gate/decision/rules/plan.ts';
import type { GateTrial, PairedCase } from '#gate/decision/terms/evidence.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { STAGES } from '#gate/decision/terms/stages.ts';
import type { PullRequest } from './draw-pull-request.ts';
import type { Scenario } from './scenario.ts';
import type { Outcome } from './tally.ts';

/** What a report says before the change ran: a drop, and the share of changes with it that are red. */
export function promisedDrop(
  cases: readonly PairedCase[],
  policy: Policy,
  { looks, change }: Scenario,
  looksChoose: boolean,
): { readonly drop: number; readonly promised: number } {
  const plan = planGates(cases, policy, {
    looks,
    looks_for: looksChoose ? 'choosing' : 'deciding',
    reckons_with_days: true,
  });
  if (change === 'case-at-sight') {
    const seen = detectableCase(cases, plan, STAGES);
    return seen === null ? { drop: 0, promised: 0 } : { drop: seen.passed / seen.trials, promised: 0.8 };
  }
  const sight = sightOf(cases, plan, STAGES);
  return change === 'at-sight'
    ? { drop: sight.detectable_drop ?? 1, promised: 0.8 }
    : { drop: plan.suite.pass_rate?.rule_out ?? 0, promised: sight.red_at_rule_out ?? 0 };
}

/** What as many more trials as a report names make of a suite that is open; `null`: it is not, or the report names none. */
export function settledByMore(drawn: PullRequest, policy: Policy, { looks, cases }: Scenario): Outcome | null {
  const most = looks.at(-1) ?? 1;
  const days = { reckons_with_days: true };
  const { gates } = decideEvidence(drawn.evidence, policy, { looks, stop: most, appended: false }, days);
  const { trials_needed: needed } = gates;
  const rule_out = gates.suite.pass_rate?.rule_out ?? null;
  if (needed === null || gates.suite.pass_rate?.passed === true) return null;
  const extended = drawn.evidence.paired.map((item) => {
    const more = drawn.more(item.id, needed - most).map((trial, i): GateTrial => ({ ...trial, index: most + i + 1 }));
    return { ...item, scheduled: needed, scored: needed, trials: [...item.trials, ...more] };
  });
  const settled = decideEvidence(
    { candidate: extended, paired: extended },
    { ...policy, pass_rate: { ...policy.pass_rate, rule_out } },
    { looks: [needed], stop: needed, appended: false },
    days,
  ).gates.suite.pass_rate;
  const verdict = settled?.failed === true ? 'fail' : settled?.passed === true ? 'pass' : 'inconclusive';
  return { verdict, trials: needed, confirming: (needed - most) * cases };
}

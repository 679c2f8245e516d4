import { exceeds } from '#statistics/beyond.ts';
import type { DecisionNumbers } from '../terms/decision.ts';
import { type Finding, finding, stated } from '../terms/finding.ts';
import type { Policy } from '../terms/policy.ts';

/** A pass that rules out no smaller drop than this says little, so it says why. */
const LITTLE = 0.1;

/** A drop that a pass has to exclude is red this often, or the policy asks for more than the suite sees. */
const USUALLY = 0.8;

/** What this configuration could and could not have detected, whatever it found. Empty without a comparable case. */
export function outlookFindings(numbers: DecisionNumbers, policy: Policy): readonly Finding[] {
  if (numbers.comparable_cases === 0) return [];
  const { detectable_case: seen, red_at_rule_out: red, threshold_false_alarm_rate: rate } = numbers;
  const suite = { outcome: 'note', gate: 'pass_rate' } as const;
  if (policy.method === 'threshold') {
    return rate === null ? [] : [finding({ ...suite, code: 'threshold_false_alarm' }, { rate })];
  }
  const { rule_out: setting } = policy.pass_rate;
  const ruleOut = numbers.pass_rate.suite?.rule_out ?? null;
  const about = { ...suite, code: 'rule_out' } as const;
  return stated(
    finding(
      { outcome: 'note', gate: 'case', code: 'blind_spot' },
      { detectable: seen && { ...seen, up_to: numbers.planned_looks.length > 1 }, compared: numbers.comparable_cases },
    ),
    typeof setting === 'number' &&
      red !== null &&
      red < USUALLY &&
      finding(about, { kind: 'too_small', rule_out: setting, red }),
    setting === 'auto' &&
      ruleOut !== null &&
      exceeds(ruleOut, LITTLE) &&
      finding(about, { kind: 'auto', rule_out: ruleOut, cases: numbers.comparable_cases }),
  );
}

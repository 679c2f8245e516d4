import { fallsBelow } from '#domain/statistics/beyond.ts';
import type { DecisionNumbers } from '../decision.ts';
import { type Finding, finding } from '../finding.ts';
import type { Policy } from '../policy.ts';
import { blindSpot, blindToOneCase, ruleOutTooSmall, thresholdFalseAlarms } from '../words/outlook.ts';

/** What this configuration could and could not have seen, whatever it saw. Nothing without a comparable case. */
export function outlookFindings(numbers: DecisionNumbers, policy: Policy): readonly Finding[] {
  if (numbers.comparable_cases === 0) return [];
  const { detectable_case: seen, detectable_drop: drop, threshold_false_alarm_rate: rate } = numbers;
  const suite = { outcome: 'note', gate: 'pass_rate' } as const;
  if (policy.method === 'threshold') {
    return rate === null ? [] : [finding({ ...suite, code: 'threshold_false_alarm' }, thresholdFalseAlarms(rate))];
  }
  const { rule_out: written } = policy.pass_rate;
  const single = { outcome: 'note', gate: 'case' } as const;
  return [
    seen === null
      ? finding({ ...single, code: 'blind_to_one_case' }, blindToOneCase())
      : finding({ ...single, code: 'blind_spot' }, blindSpot({ ...seen, up_to: numbers.planned_looks.length > 1 })),
    ...(typeof written === 'number' && drop !== null && fallsBelow(written, drop)
      ? [finding({ ...suite, code: 'rule_out_too_small' }, ruleOutTooSmall(written, drop))]
      : []),
  ];
}

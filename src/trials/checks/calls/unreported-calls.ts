import type { TrialView } from '../terms/check.ts';
import { fails, type Judgement, unjudged } from '../terms/judgement.ts';

/**
 * The verdict of a check of tool calls where there is no list of them: an unreported list is not "no calls", and unknown calls
 * are neither made nor left out.
 */
export function withoutCalls({ end, bypassed, calls_unknown }: TrialView): Judgement {
  if (calls_unknown !== undefined)
    return unjudged('calls_unknown', { kind: 'unreported', what: WHAT_IS_UNKNOWN[calls_unknown] });
  if (end.kind !== 'completed') return fails('not_reported', 0, { kind: 'unreported', what: 'tool_calls_at_end' });
  const what = bypassed === true ? 'tool_calls_of_client' : 'tool_calls';
  return fails('not_reported', 0, { kind: 'unreported', what });
}

const WHAT_IS_UNKNOWN = {
  indistinct: 'indistinct_calls',
  untraced: 'untraced_calls',
  not_offered: 'tools_not_offered',
} as const;

import type { TrialView } from './check.ts';

/** Why a check of tool calls can't hold for an agent that gave no account of them, and how to mend that. No account is not "no calls". */
export function unreportedCalls({ end }: TrialView): string {
  if (end.kind !== 'completed') return 'the agent ended before it gave an account of its tool calls';
  return 'the agent gave no account of its tool calls: return "tool_calls" ([] when there were none), or "messages", with the answer';
}

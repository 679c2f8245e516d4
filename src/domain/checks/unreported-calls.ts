import type { TrialView } from './check.ts';
import { fails, type Judgement, unjudged } from './judgement.ts';

/** The verdict of a check of tool calls where there is no list of them: calls that nobody can tell are neither made nor left out. */
export function withoutCalls(view: TrialView): Judgement {
  if (view.calls_unknown === true) return unjudged('calls_unknown', UNKNOWN);
  return fails('not_reported', 0, unreportedCalls(view));
}

const UNKNOWN =
  'the tool calls of a turn are not known: its answer streamed several calls that can not be told apart, or its traces did not come whole; return "tool_calls" with the answer';

/**
 * Why a check of tool calls can't hold if the agent does not report them, and how to fix that. An unreported list is not "no
 * calls".
 */
function unreportedCalls({ end, bypassed }: TrialView): string {
  if (end.kind === 'completed' && bypassed === true) return `${BYPASSED}, so its tool calls are not known`;
  if (end.kind !== 'completed') return 'the agent ended before it gave an account of its tool calls';
  return 'the agent gave no account of its tool calls: return "tool_calls" ([] when there were none), or "messages", with the answer';
}

/** Why the wire shows no tool call if a client may bypass it, and how to fix that. */
export const BYPASSED =
  'no model call came through the recorder: its client has to read OPENAI_BASE_URL / ANTHROPIC_BASE_URL / OLLAMA_HOST, or use the base_urls of the turn (agent.record)';

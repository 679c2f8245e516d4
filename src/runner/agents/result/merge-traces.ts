import { compileGlob } from '#cases/matching/glob.ts';
import type { Json } from '#common/json.ts';
import type { RecordSettings } from '#config/recorded-settings.ts';
import { boundsProblem } from '#trials/messages/value-bounds.ts';
import { mergeTraced } from '#trials/traces/merge-traced.ts';
import { type TracedToolCall, type TracedWork, workOfSpans } from '#trials/traces/work-of-spans.ts';
import type { ReceivedSpans } from '#wire/ports.ts';
import { NOT_TOLD } from './merge-wire.ts';
import type { TurnAccount } from './read-result.ts';
import { MAX_TOOL_NAME } from './result-fields.ts';
import type { WireTurn } from './wire-turn.ts';

/** What the traces of a turn tell, or why that is unknown, a sentence part. */
export type TracesReading =
  | { readonly kind: 'read'; readonly work: TracedWork }
  | { readonly kind: 'unknown'; readonly problem: string };

/** Reads the spans of a turn. Without any, nothing is known: an agent that traces its turns sends one at least. */
export function readTraces({ spans, problem }: ReceivedSpans, settings: RecordSettings | null): TracesReading {
  if (problem !== null) return { kind: 'unknown', problem };
  if (spans.length === 0) return { kind: 'unknown', problem: 'no span came' };
  try {
    const work = workOfSpans(spans);
    const ignored = (settings?.ignore_tools ?? []).map((glob) => compileGlob(glob, 'name'));
    const calls = work.calls.filter(({ name }) => !ignored.some((isIgnored) => isIgnored(name)));
    const problem = callsProblem(calls);
    return problem === null ? { kind: 'read', work: { ...work, calls } } : { kind: 'unknown', problem };
  } catch {
    // Values of an agent can be nested so deep that no stack holds them.
    return { kind: 'unknown', problem: 'the spans hold values that are nested too deep' };
  }
}

/** What is accepted here must be readable again from a recording. */
function callsProblem(calls: readonly TracedToolCall[]): string | null {
  if (calls.some(({ name }) => name === '' || name.length > MAX_TOOL_NAME))
    return `a span has a tool without a name of at most ${MAX_TOOL_NAME} characters`;
  const problem = boundsProblem(calls.flatMap(({ arguments: args, result }): Json[] => [args, result]));
  return problem === null ? null : `arguments or results of tools are ${problem}`;
}

/**
 * The account of a turn with what its traces tell: their tool calls join the others, each once. Where no model call crossed the
 * wire, tokens and model calls are theirs, and documents that were retrieved if the agent names none. What is asked for and does
 * not come whole leaves the tool calls unknown. A turn without an answer is what its spans show, or `null` if that is nothing.
 */
export function withTraces(
  account: TurnAccount | null,
  traces: TracesReading | null,
  wire: WireTurn | null,
): TurnAccount | null {
  if (traces === null) return account;
  if (traces.kind === 'unknown') return account && { ...account, tool_calls: null, calls_unknown: 'untraced' };
  const { calls, usage, steps, retrieved } = traces.work;
  if (account === null && calls.length === 0 && steps === 0) return null;
  const { calls_unknown: _, ...reported } = account ?? NOT_TOLD;
  const unseen = steps > 0 && (wire === null || wire.calls === 0);
  return {
    ...reported,
    tool_calls: mergeTraced(reported.tool_calls, calls, (call) => wire?.call_ids.get(call) ?? null),
    retrieved: reported.retrieved ?? retrieved,
    ...(unseen && { usage, steps, model_calls: null }),
  };
}

import { cutEnd } from '#common/cut.ts';
import { jsonText } from '#common/json-text.ts';
import { listed, plural } from '#common/words.ts';
import { NAMES } from './account-of-span.ts';
import { conversationOf, type TracedConversation } from './conversation.ts';
import type { Trace } from './otlp/read-otlp.ts';

/** Most traces that a message names. */
const MOST_NAMED = 20;

interface Chosen {
  readonly trace: Trace;
  readonly conversation: TracedConversation;
}

/**
 * The one trace with a conversation, or the one whose id is or begins with `wanted`.
 *
 * @returns `problem`: why there is none, sentences of untrusted text, several lines
 */
export function chooseTrace(traces: readonly Trace[], traceId: string | null): Chosen | { readonly problem: string } {
  const exact = traces.filter(({ id }) => id === traceId);
  const matches =
    traceId === null ? traces : exact.length > 0 ? exact : traces.filter(({ id }) => id.startsWith(traceId));
  const read = matches.map((trace) => ({ trace, conversation: conversationOf(trace) }));
  const spoken = read.flatMap(({ trace, conversation }): Chosen[] =>
    'turns' in conversation ? [{ trace, conversation }] : [],
  );
  const [only, ...others] = spoken;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined)
    return { problem: `${spoken.length} traces have a conversation; choose one by --trace:${list(spoken)}` };
  if (traceId !== null && matches.length === 0)
    return {
      problem: `no trace ${jsonText(traceId)}; the file has ${traces.length === 0 ? 'none' : `these:${ids(traces)}`}`,
    };
  const reasons = read.flatMap(({ trace, conversation }) =>
    'problem' in conversation && conversation.problem !== null ? [`${trace.id}: ${conversation.problem}`] : [],
  );
  if (reasons.length > 0) return { problem: `no trace has a conversation that can be read:${lines(reasons)}` };
  const spans = matches.reduce((sum, trace) => sum + trace.spans.length, 0);
  return {
    problem: `no span of an agent among ${plural(spans, 'span')}; the names that are read: ${NAMES.join(', ')}`,
  };
}

function list(choices: readonly Chosen[]): string {
  return lines(
    choices.map(({ trace, conversation }) => {
      const [{ input }] = conversation.turns;
      return `${trace.id}  ${plural(trace.spans.length, 'span')}, ${jsonText(cutEnd(input, 60))}`;
    }),
  );
}

function ids(traces: readonly Trace[]): string {
  return lines(traces.map(({ id }) => id));
}

function lines(items: readonly string[]): string {
  return `\n  ${listed(items, MOST_NAMED, '\n  ')}`;
}

import { cutEnd } from '#domain/cut.ts';
import { jsonText } from '#domain/json-text.ts';
import { plural } from '#domain/words.ts';
import { NAMES } from './account-of-span.ts';
import { conversationOf, type TracedConversation } from './conversation.ts';
import type { Trace } from './read-otlp.ts';

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
export function chooseTrace(traces: readonly Trace[], wanted: string | null): Chosen | { readonly problem: string } {
  const exact = traces.filter(({ id }) => id === wanted);
  const asked = wanted === null ? traces : exact.length > 0 ? exact : traces.filter(({ id }) => id.startsWith(wanted));
  const read = asked.map((trace) => ({ trace, conversation: conversationOf(trace) }));
  const spoken = read.flatMap(({ trace, conversation }): Chosen[] =>
    'turns' in conversation ? [{ trace, conversation }] : [],
  );
  const [only, ...others] = spoken;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined)
    return { problem: `${spoken.length} traces have a conversation; choose one by --trace:${list(spoken)}` };
  if (wanted !== null && asked.length === 0)
    return {
      problem: `no trace ${jsonText(wanted)}; the file has ${traces.length === 0 ? 'none' : `these:${ids(traces)}`}`,
    };
  const reasons = read.flatMap(({ trace, conversation }) =>
    'problem' in conversation && conversation.problem !== null ? [`\n  ${trace.id}: ${conversation.problem}`] : [],
  );
  if (reasons.length > 0) return { problem: `no trace has a conversation that can be read:${cut(reasons)}` };
  const spans = asked.reduce((sum, trace) => sum + trace.spans.length, 0);
  return {
    problem: `no span of an agent among ${plural(spans, 'span')}; the names that are read: ${NAMES.join(', ')}`,
  };
}

function list(chosen: readonly Chosen[]): string {
  return cut(
    chosen.map(({ trace, conversation }) => {
      const [{ input }] = conversation.turns;
      return `\n  ${trace.id}  ${plural(trace.spans.length, 'span')}, ${jsonText(cutEnd(input, 60))}`;
    }),
  );
}

function ids(traces: readonly Trace[]): string {
  return cut(traces.map(({ id }) => `\n  ${id}`));
}

function cut(lines: readonly string[]): string {
  const more = lines.length - MOST_NAMED;
  return `${lines.slice(0, MOST_NAMED).join('')}${more > 0 ? `\n  and ${more} more` : ''}`;
}

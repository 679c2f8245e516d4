import { canonicalJson, type JsonObject } from '#domain/json.ts';
import type { MessageEvent } from './message-shape.ts';

/** What had been said before the agent answered this turn. */
export interface SentConversation {
  /** The user's text of this turn. */
  readonly input: string;
  /** Texts of the user so far: history, earlier turns, and `input` as the last. */
  readonly user_texts: readonly string[];
  /** The messages that the agent returned for the turn before, `null` for the first turn or when it returned none. */
  readonly previous: readonly JsonObject[] | null;
}

/**
 * How many of the returned messages repeat the answer to the turn before and are none of this turn's. Agents return
 * the whole conversation or only what is new; a list that merely starts alike (the same question asked twice) is new.
 */
export function repeatedMessages(messages: readonly JsonObject[], sent: SentConversation, kindOf: KindOf): number {
  const { previous } = sent;
  if (previous === null || previous.length === 0 || previous.length >= messages.length) return 0;
  const rest = messages.slice(previous.length);
  const answers = rest.some((message) => kindOf(message) === 'model');
  const asks = rest.some((message) => kindOf(message) === 'user');
  const silent = previous.every((message) => kindOf(message) !== 'user');
  if (!answers || (!asks && !silent)) return 0;
  return previous.every((message, index) => same(message, messages[index])) ? previous.length : 0;
}

/** What a message is in the first place. */
export type KindOf = (message: JsonObject) => MessageEvent['kind'];

/**
 * Index of the first event that answers this turn: after the user's message of this turn. It is found by its text,
 * counting equal texts of earlier turns, then by containment (agents wrap the text in a prompt). Where it can't be
 * found, everything counts if nothing came before this turn, and otherwise what follows the last user message.
 */
export function startOfAnswer(
  events: readonly MessageEvent[],
  sent: SentConversation,
  repeatedDropped: boolean,
): number {
  const input = sent.input.trim();
  const spoken = events.flatMap((event, index) => (event.kind === 'user' ? [{ index, text: event.text.trim() }] : []));
  const equal = spoken.filter(({ text }) => text === input);
  const times = repeatedDropped ? 1 : sent.user_texts.filter((text) => text.trim() === input).length;
  const own = equal[Math.min(times, equal.length) - 1];
  if (own !== undefined) return own.index + 1;
  const wrapped = input === '' ? undefined : spoken.findLast(({ text }) => text.includes(input));
  if (wrapped !== undefined) return wrapped.index + 1;
  const nothingBefore = repeatedDropped || sent.user_texts.length <= 1;
  return nothingBefore ? 0 : (spoken.at(-1)?.index ?? -1) + 1;
}

function same(one: JsonObject, other: JsonObject | undefined): boolean {
  return other !== undefined && canonicalJson(one) === canonicalJson(other);
}
